import { variables } from "./map.ts";

/**
 * The style of all pages. Targets are 44 pixels high, nothing is wider than a window of 320 pixels,
 * and wide tables scroll within their own box.
 */
export const stylesheet = `:root{color-scheme:light dark;${variables("light")}}
@media (prefers-color-scheme:dark){:root{${variables("dark")}}}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--outline);outline-offset:2px}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.15rem;line-height:1.3;margin:2rem 0 .5rem}
p{margin:.5rem 0;max-width:46rem}
code,pre{font:.9em/1.45 ui-monospace,monospace}
pre{overflow-x:auto;margin:.25rem 0;white-space:pre}
.quiet,.unit{color:var(--quiet)}
.unit{font-weight:400}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;padding:.75rem 1rem;background:var(--raised);z-index:1}
.top{display:flex;flex-wrap:wrap;align-items:center;gap:0 .25rem;padding:2px 1rem;background:var(--raised);border-bottom:1px solid var(--line)}
.top a,.top button,.trail a{display:inline-flex;align-items:center;min-height:44px;padding:0 .75rem}
.top a{color:inherit;text-decoration:none}
.top a:hover{text-decoration:underline}
.top nav{display:flex;flex-wrap:wrap}
.top .mark{gap:.5rem;padding-left:0;margin-right:.5rem;font-weight:700}
.top .mark svg{width:1.4rem;height:1.4rem;fill:var(--accent)}
.top nav a[aria-current]{background:var(--accent);color:var(--on-accent);border-radius:999px;font-weight:600}
.top form{margin-left:auto}
.top button{background:none;border:1px solid var(--field-line);color:inherit;border-radius:999px;padding:0 1rem}
.synthetic{margin:0;max-width:none;padding:.35rem 1rem;border-bottom:1px solid var(--line);border-left:4px solid var(--synthetic);font-size:.9rem}
main,.trail{max-width:82rem;margin:0 auto;padding:0 1rem}
main{padding-top:.5rem;padding-bottom:3rem}
main:focus{outline:none}
.trail ol{display:flex;flex-wrap:wrap;margin:0;padding:0;list-style:none;font-size:.9rem}
.trail a{padding:0 .5rem 0 0}
.trail li:not(:last-child)::after{content:"›";padding-right:.5rem;color:var(--quiet)}
.trail li{display:inline-flex;align-items:center;min-height:44px}
.notice,.error{padding:.6rem .9rem;border-left:4px solid var(--notice-line);background:var(--notice);border-radius:0 .4rem .4rem 0}
.error{border-color:var(--error-line);background:var(--error)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr));gap:1rem;margin:1rem 0;padding:0;list-style:none}
.card,.panel{min-width:0;background:var(--raised);border:1px solid var(--line);border-radius:.6rem;padding:1rem}
.card h2{margin:0}
.card .count{font-size:1.7rem;font-weight:700;line-height:1.2;margin:.25rem 0 0;font-variant-numeric:tabular-nums}
.card ul,.links{margin:.5rem 0 0;padding:0;list-style:none}
.card li a,.links a{display:inline-flex;align-items:center;min-height:44px}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.choose{display:grid;gap:1rem}
figure{margin:1rem 0;min-width:0;max-width:56rem}
.choose figure{margin:0;max-width:none}
figure svg{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:.6rem;background:var(--map-paper)}
figure .narrow{display:none}
svg a{cursor:pointer}
svg a:hover path{fill:var(--accent);fill-opacity:.35}
@media (max-width:40rem){tbody th{min-width:9rem}th,td{padding:.5rem .6rem}.top nav{order:1;width:100%;margin-left:-.6rem}.top a,.top button{padding:0 .6rem}figure .wide{display:none}figure .narrow{display:block}}
@media (min-width:62rem){.choose{grid-template-columns:minmax(0,1fr) 21rem;align-items:start}}
label{font-weight:600;padding:0}
label{display:block}
.form label{margin-bottom:.9rem}
input{display:block;width:100%;min-width:0;min-height:44px;margin-top:.2rem;padding:.5rem .6rem;font:inherit;font-weight:400;color:var(--text);background:var(--ground);border:1px solid var(--field-line);border-radius:.4rem}
button,.button{display:inline-flex;align-items:center;min-height:44px;padding:0 1.1rem;font:inherit;cursor:pointer;border:1px solid var(--accent);border-radius:.5rem;background:var(--accent);color:var(--on-accent);text-decoration:none}
.plain{background:none;border-color:var(--field-line);color:var(--text)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
.form{max-width:30rem}
.table{overflow-x:auto;margin:.5rem 0;border:1px solid var(--line);border-radius:.6rem}
table{border-collapse:collapse;width:100%}
th,td{padding:.5rem .9rem;border-top:1px solid var(--line);text-align:left;vertical-align:middle;max-width:24rem}
thead th{border-top:0;background:var(--raised);font-weight:600;font-size:.9rem;white-space:nowrap}
tbody th{font-weight:400;min-width:12rem}
tbody th a{display:flex;align-items:center;min-height:44px}
.time{white-space:nowrap;font-variant-numeric:tabular-nums}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:0 1.5rem;margin:0}
.facts div{padding:.5rem 0;border-top:1px solid var(--line);min-width:0}
.panel .facts div:first-child{border-top:0}
.facts dt{font-size:.9rem;color:var(--quiet)}
.facts dd{margin:0;overflow-wrap:anywhere}
.secrets dt{font-weight:600}
.secrets dd{margin:0 0 .75rem;display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;overflow-wrap:anywhere}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.pager{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin:1rem 0}
@media (forced-colors:active){.top nav a[aria-current]{outline:2px solid Highlight;outline-offset:-2px}button,.button,.card,.panel{border:1px solid ButtonText}figure svg{forced-color-adjust:none}}`;
