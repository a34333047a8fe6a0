export function randomFrom(seed: number): () => number;
export function vocabulary(size?: number, seed?: number): string[];
export function zipf(size: number, random: () => number, exponent?: number): () => number;
export function sentinelOf(page: number): string;
export const BOILERPLATE: readonly string[];
