import { parseStylesheet } from './stylesheet.ts';

/** The default style of elements, which a template's sheets override. */
export const builtIn = parseStylesheet(
  `
html, body, address, article, aside, blockquote, center, dd, div, dl, dt, fieldset, figcaption, figure, footer, form,
h1, h2, h3, h4, h5, h6, header, hgroup, hr, legend, main, menu, nav, ol, p, pre, section, ul, details, summary, search, dir,
listing { display: block }
li { display: list-item } caption { display: table-caption } col { display: table-column } colgroup { display: table-column-group }
head, script, style, template, title, meta, link, base, noscript, object, iframe, audio, video, canvas, map,
datalist, option, optgroup, [hidden], [popover] { display: none }
table { display: table; border-collapse: separate; border-spacing: 2px; box-sizing: border-box; text-indent: 0 }
thead { display: table-header-group; vertical-align: middle } tbody { display: table-row-group; vertical-align: middle }
thead, tfoot { break-inside: avoid } tfoot { display: table-footer-group; vertical-align: middle } tr { display: table-row; vertical-align: inherit }
td, th { display: table-cell; padding: 1px; vertical-align: inherit }
th { font-weight: bold; text-align: -waybill-center }
caption { text-align: center }
details > summary:first-of-type { display: list-item; list-style: inside disclosure-closed }
details[open] > summary:first-of-type { list-style-type: disclosure-open }
dialog:not([open]) { display: none }
dialog { display: block; position: absolute; left: 0; right: 0; width: fit-content; height: fit-content; margin: auto;
  border: medium solid black; padding: 1em; background-color: white; color: black }
h1 { font-size: 2em; margin: .67em 0 } h2 { font-size: 1.5em; margin: .83em 0 } h3 { font-size: 1.17em; margin: 1em 0 }
h4 { margin: 1.33em 0 } h5 { font-size: .83em; margin: 1.67em 0 } h6 { font-size: .67em; margin: 2.33em 0 }
h1, h2, h3, h4, h5, h6 { font-weight: bold }
p, dl, blockquote, figure, pre, listing { margin: 1em 0 } blockquote, figure { margin-left: 40px; margin-right: 40px }
ul, ol, menu, dir { margin: 1em 0; padding-inline-start: 40px } ul { list-style-type: disc } ol { list-style-type: decimal }
ul ul, ol ul { list-style-type: circle; margin: 0 } ul ol, ol ol { margin: 0 } ul ul ul, ol ul ul, ul ol ul { list-style-type: square }
dd { margin-left: 40px } center { text-align: -webkit-center }
b, strong { font-weight: bolder } i, em, cite, var, dfn, address { font-style: italic }
q::before { content: open-quote } q::after { content: close-quote }
u, ins { text-decoration: underline } abbr[title], acronym[title] { text-decoration: dotted underline } s, strike, del { text-decoration: line-through }
small { font-size: smaller } big { font-size: larger }
sub { vertical-align: sub; font-size: smaller } sup { vertical-align: super; font-size: smaller }
code, kbd, samp, tt, pre, listing { font-family: monospace } pre, listing { white-space: pre }
nobr { white-space: nowrap }
mark { background-color: #ffff00; color: black }
a[href] { color: #0000ee; text-decoration: underline }
bdo { unicode-bidi: bidi-override }
hr { color: gray; border: 1px inset; margin: .5em auto; overflow: hidden }
thead, tbody, tfoot, tr { border-color: inherit }
img, svg { page-break-inside: avoid }
input, select, textarea, button { display: inline-block; font: 13.333px sans-serif; letter-spacing: normal; word-spacing: normal;
  text-transform: none; text-indent: 0; text-align: start; color: black; border: 1px solid #767676; page-break-inside: avoid }
input { padding: 1px 2px; border: 2px inset #767676; background-color: white } select { background-color: white; padding: 0; box-sizing: border-box; white-space: nowrap }
textarea { padding: 2px; background-color: white; font-family: monospace; white-space: pre-wrap; overflow-wrap: break-word }
button, input[type="submit"], input[type="reset"], input[type="button"] { padding: 1px 6px; border: 2px outset #767676;
  background-color: #efefef; text-align: center; box-sizing: border-box; white-space: pre }
button { white-space: normal }
input[type="date"], input[type="time"], input[type="datetime-local"], input[type="month"], input[type="week"] {
  padding: 0 0 0 1px; font-family: monospace }
input[type="range"], input[type="color"], input[type="file"] { padding: 2px 3px; border: 1px solid #767676 }
input[type="range"] { width: 129px; box-sizing: border-box }
input:disabled, textarea:disabled { color: #545454; background-color: rgba(239,239,239,.3); border-color: rgba(118,118,118,.3) }
select:disabled { opacity: .7; color: rgba(16,16,16,.3); border-color: rgba(118,118,118,.3) }
button:disabled, input[type="submit"]:disabled, input[type="reset"]:disabled, input[type="button"]:disabled {
  color: rgba(16,16,16,.3); background-color: rgba(239,239,239,.3); border-color: rgba(118,118,118,.3) }
input[type="checkbox"] { margin: 3px 3px 3px 4px; padding: 0; border: none; box-sizing: border-box }
input[type="radio"] { margin: 3px 3px 0 5px; padding: 0; border: none; box-sizing: border-box }
progress, meter { display: inline-block; box-sizing: border-box; width: 10em; height: 1em; page-break-inside: avoid } meter { width: 5em }
fieldset { margin: 0 2px; border: 2px groove #efefef; padding: .35em .75em .625em } legend { padding: 0 2px }
`,
  'builtIn',
);

/** What browsers add for documents without a DOCTYPE, in which tables inherit no font but its family. */
export const quirks = parseStylesheet(
  `
table { font-size: medium; font-weight: normal; font-style: normal; line-height: normal; white-space: normal;
  text-align: start; color: black }
input:not([type="image"]), textarea { box-sizing: border-box }
form { margin-bottom: 1em }
`,
  'builtIn',
);
