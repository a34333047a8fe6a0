import { describe, expect, it } from 'vitest';
import { videoAt } from '../../src/page/media.ts';
import { pageOf } from './reading.ts';

describe('images', () => {
  it('come with address, alt and the text around', () => {
    const { images } = pageOf(
      '<p>See the well: <img src="/a.png" alt="A  well"></p><figure><img src="b.png" alt=""><figcaption>A bucket</figcaption></figure>',
    );
    expect(images).toEqual([
      { url: 'https://docs.test/a.png', alt: 'A well', context: 'See the well:' },
      { url: 'https://docs.test/b.png', alt: '', context: 'A bucket' },
    ]);
  });

  it('are found behind lazy loaders, and once', () => {
    const { images } = pageOf(
      '<p>Three wells.</p><img data-src="/a.png" src="data:image/gif;base64,R0"><img srcset="/b.png 1x, /c.png 2x"><img src="/a.png" alt="later">',
    );
    expect(images.map(({ url, alt }) => [url, alt])).toEqual([
      ['https://docs.test/a.png', 'later'],
      ['https://docs.test/b.png', ''],
    ]);
  });

  it('that are icons, inlined or outside the content are none', () => {
    const page =
      '<p>Text of the page.<img src="/i.png" width="16" alt="i"><img src="data:image/png;base64,AA" alt="inlined"></p>';
    const { images, markdown } = pageOf(
      `<html><body><nav><img src="/logo.png"></nav><main>${page}</main></body></html>`,
    );
    expect(images).toEqual([]);
    expect(markdown).toContain('inlined');
  });
});

describe('videos', () => {
  it.each([
    [
      'https://www.youtube.com/embed/kZ3vq7Lw0aE?rel=0',
      'youtube',
      'kZ3vq7Lw0aE',
      'https://www.youtube.com/embed/kZ3vq7Lw0aE',
    ],
    [
      'https://www.youtube-nocookie.com/embed/kZ3vq7Lw0aE',
      'youtube',
      'kZ3vq7Lw0aE',
      'https://www.youtube-nocookie.com/embed/kZ3vq7Lw0aE',
    ],
    ['https://youtu.be/kZ3vq7Lw0aE?t=3', 'youtube', 'kZ3vq7Lw0aE', 'https://www.youtube.com/watch?v=kZ3vq7Lw0aE'],
    [
      'https://m.youtube.com/watch?v=kZ3vq7Lw0aE&list=x',
      'youtube',
      'kZ3vq7Lw0aE',
      'https://www.youtube.com/watch?v=kZ3vq7Lw0aE',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8&title=0',
      'vimeo',
      '76979871',
      'https://player.vimeo.com/video/76979871?h=8',
    ],
    ['https://vimeo.com/76979871/abc', 'vimeo', '76979871', 'https://vimeo.com/76979871/abc'],
    ['https://vimeo.com/channels/x/76979871', 'vimeo', '76979871', 'https://vimeo.com/channels/x/76979871'],
    [
      'https://www.youtube.com/shorts/kZ3vq7Lw0aE?si=x',
      'youtube',
      'kZ3vq7Lw0aE',
      'https://www.youtube.com/shorts/kZ3vq7Lw0aE',
    ],
    ['https://vimeo.com/76979871', 'vimeo', '76979871', 'https://vimeo.com/76979871'],
  ])('%s', (address, provider, id, url) => {
    expect(videoAt(address)).toEqual({ provider, id, url });
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=short',
    'https://vimeo.com/about',
    'https://vimeo.com/showcase/7008490',
    'https://evil.test/embed/kZ3vq7Lw0aE',
    'x',
  ])('not %s', (address) => {
    expect(videoAt(address)).toBeNull();
  });

  it('of frames and links are collected once, with the title where one is given', () => {
    const { videos, markdown } = pageOf(
      `<p>A film: <a href="https://youtu.be/kZ3vq7Lw0aE">The first bucket</a></p>
       <iframe src="https://www.youtube.com/embed/kZ3vq7Lw0aE"></iframe>
       <div style="position:relative;height:0;overflow:hidden;padding-bottom:56%"><iframe data-src="https://player.vimeo.com/video/76979871" title="Tour"></iframe></div>
       <iframe src="https://ads.test/frame"></iframe>`,
    );
    expect(videos).toEqual([
      {
        provider: 'youtube',
        id: 'kZ3vq7Lw0aE',
        url: 'https://www.youtube.com/watch?v=kZ3vq7Lw0aE',
        title: 'The first bucket',
      },
      { provider: 'vimeo', id: '76979871', url: 'https://player.vimeo.com/video/76979871', title: 'Tour' },
    ]);
    expect(markdown).toContain('[Tour](https://player.vimeo.com/video/76979871)');
    expect(markdown).not.toContain('ads.test');
  });

  it.each([
    [
      'a lazy frame',
      '<iframe src="about:blank" data-src="https://www.youtube.com/embed/kZ3vq7Lw0aE" title="Tour"></iframe>',
    ],
    ['lite-youtube', '<lite-youtube videoid="kZ3vq7Lw0aE" playlabel="Play: Tour"></lite-youtube>'],
    ['Plyr', '<div data-plyr-provider="youtube" data-plyr-embed-id="kZ3vq7Lw0aE" title="Tour"></div>'],
    ['an id of its own attribute', '<div data-youtube-id="kZ3vq7Lw0aE" title="Tour"></div>'],
    ['an id in a box of words', '<div class="youtube" data-video-id="kZ3vq7Lw0aE" data-title="Tour"><p>Play</p></div>'],
    ['an id with its kind', '<div data-video-id="kZ3vq7Lw0aE" data-provider="YouTube" aria-label="Tour"></div>'],
    ['AMP', '<amp-youtube data-videoid="kZ3vq7Lw0aE" title="Tour"></amp-youtube>'],
    ['a stand-in', '<div data-src="https://www.youtube.com/embed/kZ3vq7Lw0aE" data-alt="Tour"></div>'],
    ['an object', '<object data="https://www.youtube.com/v/kZ3vq7Lw0aE" title="Tour"></object>'],
    ['a still', '<a href="https://youtu.be/kZ3vq7Lw0aE"><img src="/still.png" alt="Tour"></a>'],
  ])('of %s', (_name, html) => {
    const { videos, markdown } = pageOf(`<p>A text beside the film.</p>${html}`);
    expect(videos).toMatchObject([{ provider: 'youtube', id: 'kZ3vq7Lw0aE', title: 'Tour' }]);
    expect(markdown).toMatch(/\]\(https:\/\/(?:www\.)?youtu/);
  });

  it('that the site has as a file are links to it', () => {
    const { videos, markdown } = pageOf(
      '<p>A text beside the film.</p><video aria-label="Tour"><source src="/tour.mp4"><track src="/tour.vtt"><p>No film for you.</p></video>',
    );
    expect(markdown).toBe('A text beside the film.\n\n[Tour](https://docs.test/tour.mp4)');
    expect(videos).toEqual([]);
  });

  it('that are files have links to what is said in them', () => {
    const { markdown } = pageOf(
      '<p>A text beside the film.</p><video src="/tour.mp4" title="Tour"><track kind="captions" src="/en.vtt" srclang="en" label="English"><track kind="subtitles" src="/de.vtt"><track kind="metadata" src="/x.vtt"></video>',
    );
    expect(markdown).toBe(
      'A text beside the film.\n\n[Tour](https://docs.test/tour.mp4)\n\n[English](https://docs.test/en.vtt)\n\n[Captions](https://docs.test/de.vtt)',
    );
  });

  it('whose id is of another site are none', () => {
    expect(pageOf('<p>A text beside the film.</p><div data-video-id="kZ3vq7Lw0aE"></div>').videos).toEqual([]);
  });

  it('have their transcript where the page has it', () => {
    const { markdown } = pageOf(
      '<p>A text beside the film.</p><details><summary>Transcript</summary><p>Lower the bucket slowly.</p></details>',
    );
    expect(markdown).toContain('Lower the bucket slowly.');
  });
});

it('pictures without number take no time to speak of', () => {
  const images = Array.from({ length: 30_000 }, (_, i) => `<img src="${i}.png" alt="y">`).join('');
  const started = performance.now();
  expect(pageOf(`<div>${images} words here</div>`).images).toHaveLength(30_000);
  expect(performance.now() - started).toBeLessThan(5000);
});
