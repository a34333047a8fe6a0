/**
 * Names of months and weekdays, long and short, in lower case, in the form they have alone and behind a day. Written out,
 * because asking `Intl` for them takes longer than reading several pages. In other languages they are new words once each.
 */
export const DATE_WORDS: ReadonlySet<string> = new Set(
  `
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday jan feb mar apr jun jul aug sep oct nov dec mon tue wed thu fri sat sun
    januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch
    donnerstag freitag samstag sonntag jan feb mär apr jun jul aug sep sept okt nov dez mo di mi do fr sa so
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi
    vendredi samedi dimanche janv févr avr juil sept oct nov déc lun mar mer jeu ven sam dim
    enero de febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes
    miércoles jueves viernes sábado domingo ene feb mar abr may jun jul ago sept oct nov dic lun mié jue vie sáb dom
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre lunedì martedì
    mercoledì giovedì venerdì sabato domenica gen feb mar apr mag giu lug ago set ott nov dic lun mer gio ven sab
    dom
    janeiro de fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro segunda feira terça
    quarta quinta sexta sábado domingo jan fev mar abr mai jun jul ago set out nov dez seg ter qua qui sex sáb dom
    januari februari maart april mei juni juli augustus september oktober november december maandag dinsdag woensdag
    donderdag vrijdag zaterdag zondag jan feb mrt apr jun jul aug sep okt nov dec ma di wo do vr za zo
    styczeń stycznia luty lutego marzec marca kwiecień kwietnia maj maja czerwiec czerwca lipiec lipca sierpień
    sierpnia wrzesień września październik października listopad listopada grudzień grudnia poniedziałek wtorek
    środa czwartek piątek sobota niedziela sty lut mar kwi cze lip sie wrz paź lis gru pon wt śr czw pt sob niedz
    januari februari mars april maj juni juli augusti september oktober november december måndag tisdag onsdag
    torsdag fredag lördag söndag jan feb apr aug sep okt nov dec mån tis ons tors fre lör sön
    январь января февраль февраля март марта апрель апреля май мая июнь июня июль июля август августа сентябрь
    сентября октябрь октября ноябрь ноября декабрь декабря понедельник вторник среда четверг пятница суббота
    воскресенье янв февр мар апр июн июл авг сент окт нояб дек пн вт ср чт пт сб вс
    січень січня лютий лютого березень березня квітень квітня травень травня червень червня липень липня серпень
    серпня вересень вересня жовтень жовтня листопад листопада грудень грудня понеділок вівторок середа четвер
    пʼятниця субота неділя січ лют бер квіт трав черв лип серп вер жовт лист груд пн вт ср чт пт сб нд
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık pazartesi salı çarşamba perşembe cuma
    cumartesi pazar oca şub mar nis may haz tem ağu eyl eki kas ara pzt sal çar per cum cmt paz
  `
    .trim()
    .split(/\s+/),
);
