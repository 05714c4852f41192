import { DARK, LIGHT, properties } from './palette.ts';

const EVERYWHERE = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI","Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR","Noto Sans CJK KR",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main,footer{max-width:1480px;margin:0 auto;padding:0 24px}
h1{font-size:1.6rem;line-height:1.25;margin:24px 0 4px}
h2{font-size:1.25rem;line-height:1.3;margin:36px 0 10px}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px 20px;font-size:.9rem}
a{color:var(--accent)}
h3{font-size:1rem;line-height:1.4;margin:14px 0 4px}
p{margin:6px 0}
ul{margin:6px 0;padding-left:1.3em}
header p,footer p{font-size:.9rem}
footer{margin-top:40px;padding-bottom:24px;color:var(--faint);border-top:1px solid var(--line)}
small,.faint{color:var(--faint)}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"D2Coding","Noto Sans Mono",monospace;font-size:.86em}
.id{user-select:all;-webkit-user-select:all}
.alarm{color:var(--alarm)}
.caution{color:var(--caution)}
.box{max-width:72em;border-left:5px solid;border-radius:3px;padding:10px 16px;margin:16px 0}
.box h2,.box h3{margin:2px 0 4px}
.box.alarm{background:var(--alarmCard);color:var(--alarm)}
.box.caution{background:var(--cautionCard)}
.box.calm{background:var(--calmCard);color:var(--calm)}
.vh{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:8px;top:-60px;background:var(--page);color:var(--accent);padding:8px 12px;border:2px solid}
.skip:focus{top:8px;z-index:2}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;color:var(--faint);padding:4px 0;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:7px 10px;border-bottom:1px solid var(--line);font-weight:inherit}
thead th{font-weight:600;vertical-align:bottom;border-bottom:2px solid var(--edge)}
.n{text-align:right;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
.wide table{width:auto;min-width:min(100%,720px)}
.v{display:inline-block;white-space:nowrap;border:1px solid;border-radius:4px;padding:0 7px;font-weight:600;color:var(--faint)}
.v.orphan{color:var(--alarm);background:var(--alarmCard);border-width:2px}
.v.ambiguous,.v.held,.v.retained{color:var(--caution);background:var(--cautionCard)}
.v.held,.v.retained{border-style:dashed}
.v.in-use{color:var(--calm);background:var(--calmCard)}
.sums{display:flex;flex-wrap:wrap;gap:12px;margin:10px 0}
.sums div{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:10px 18px;min-width:200px}
.sums dt{color:var(--faint);font-size:.9rem}
.sums dd{margin:0;font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums}
.steps{list-style:none;padding:0;max-width:72em}
.steps li{border-left:3px solid var(--edge);padding:1px 14px;margin:12px 0}
.charts{display:flex;flex-wrap:wrap;gap:24px 56px}
figure{margin:12px 0;width:100%;max-width:540px}
figcaption{font-weight:600;margin-bottom:6px}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--ink);font-size:11.5px}
.bar{fill:var(--accent)}
.ground{fill:var(--card)}
.band{fill:var(--band)}
.edge{fill:none;stroke:var(--accent);stroke-width:2}
.low{stroke-dasharray:5 3}
.grid{fill:none;stroke:var(--edge);stroke-width:.5}
summary{cursor:pointer;color:var(--accent)}
button,select,input{font:inherit;color:var(--ink);background:var(--page);border:1px solid var(--edge);border-radius:4px;padding:4px 10px;max-width:100%}
button{cursor:pointer}
input[type=checkbox]{accent-color:var(--accent);width:16px;height:16px;vertical-align:-2px}
[hidden]{display:none!important}
#controls{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px 16px;font-size:.9rem}
#controls label{display:inline-block;margin:3px 18px 3px 0}
#text{width:18em}
fieldset{border:0;margin:4px 0;padding:0}
legend{float:left;margin:3px 14px 0 0;padding:0}
#shown{margin-left:10px}
#findings th button{border:0;background:none;padding:0;font-weight:inherit;text-align:inherit;text-decoration:underline;text-decoration-style:dotted;text-underline-offset:4px}
#findings [aria-sort] button{text-decoration-style:solid;color:var(--accent)}
[aria-sort=ascending] button::after{content:" ▲"/""}
[aria-sort=descending] button::after{content:" ▼"/""}
#findings b{font-weight:600}
.behind{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26em),1fr));gap:0 40px;background:var(--card);border-radius:6px;padding:6px 18px 14px;margin:6px 0 10px}
.evidence{grid-column:1/-1}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:14px 0 0;align-content:start}
.facts dt{color:var(--faint)}
.facts dt::first-letter{text-transform:uppercase}
.facts dd{margin:0}
`;

/**
 * On a screen the table is laid out row by row, each by itself. Where there are many rows, what is not in sight is not
 * laid out at all: 5,000 are as quick as fifty then, but a screen reader meets a row only once it is scrolled to.
 */
const ROWS = `@media screen{
#findings,#findings caption,#findings thead,#findings tbody{display:block}
#findings tbody{border-bottom:1px solid var(--line);padding:6px 0}
#findings.many tbody{content-visibility:auto;contain-intrinsic-size:auto 84px}
#findings tr{display:grid;grid-template-columns:11.6em minmax(18.5em,2.4fr) minmax(0,1.1fr) minmax(0,1.4fr) minmax(0,1.8fr) minmax(0,1.3fr)}
#findings.priced tr{grid-template-columns:11.6em minmax(18.5em,2.2fr) minmax(0,1fr) minmax(0,1.3fr) minmax(0,1.7fr) minmax(0,1fr) minmax(0,1.1fr) minmax(0,1.2fr)}
#findings tbody tr>*{border:0;padding:1px 10px}
#findings tbody td[colspan]{grid-column:1/-1}
}
`;

/** A row becomes a card, and the headings what to sort by. */
const NARROW = `@media screen and (max-width:1080px){
#findings tr,#findings.priced tr{display:block}
#findings thead{display:none}
.live #findings thead{display:block}
.live #findings thead tr{display:flex;flex-wrap:wrap;gap:4px 16px;padding:8px 0}
#findings thead th{padding:0;border:0}
#findings thead th:not([data-sort]){display:none}
#findings tbody{border:1px solid var(--line);border-radius:6px;margin:12px 0;padding:8px 12px}
#findings.many tbody{contain-intrinsic-size:auto 190px}
#findings tbody tr>*{display:block;padding:2px 0;text-align:left}
#findings tbody td:empty{display:none}
.facts{grid-template-columns:1fr}
.facts dd{margin-bottom:4px}
.behind{padding:4px 12px 10px;margin:6px -6px 4px}
}
@media screen and (max-width:600px){
main,footer{padding:0 16px}
.sums div{flex:1 1 100%}
.wide .counts{min-width:0}
.counts,.counts caption,.counts thead,.counts tbody{display:block}
.counts tr{display:grid;grid-template-columns:minmax(0,1fr) minmax(3.4em,auto) minmax(3.4em,auto);border-bottom:1px solid var(--line);padding:5px 0}
.counts tr>*{border:0!important;padding:0 4px}
.counts th:first-child{padding-left:0}
.counts .v{white-space:normal}
.counts tr>.n{min-width:4.6em}
.counts td:last-child{grid-column:1/-1;padding:2px 0}
.counts thead th:last-child{display:none}
#text{width:100%}
#controls label:has(#text){display:block;margin-right:0}
legend{float:none}
}
`;

const PRINT = `@media print{
@page{size:A4 landscape;margin:11mm}
body{font-size:9pt}
main,footer{max-width:none;padding:0}
table{font-size:8pt}
th,td{padding:3px 6px}
h1,h2,h3,figcaption,caption{break-after:avoid}
thead{display:table-header-group}
tr,figure,.box,.steps li,.sums div{break-inside:avoid}
#controls,.skip,nav,summary{display:none}
#findings tr:has(>td>details:not([open])){display:none}
#findings{table-layout:fixed}
#findings th button{display:contents}
#findings thead th:nth-child(1){width:12em}
#findings thead th:nth-child(2){width:22em}
.charts{gap:0 4%}
figure{width:48%;max-width:none}
svg{max-width:400px}
.wide{overflow:visible}
.v,.box,.behind,.bar,.band,.ground{print-color-adjust:exact;-webkit-print-color-adjust:exact}
}
`;

/** The page's style, as it stands in the page: the policy holds its hash. */
export const STYLE = `
:root{color-scheme:light dark;${properties(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(DARK)}}}
@media print{:root{color-scheme:light}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
${EVERYWHERE}${ROWS}${NARROW}${PRINT}`;
