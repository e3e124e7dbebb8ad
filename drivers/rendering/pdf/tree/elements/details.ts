import { Element, isTag, Text } from 'domhandler';

/** Prepares a `<details>` element as browsers show it: with a summary, and without the rest of its content unless it is open. */
export function prepareDetails(details: Element): void {
  const declared = details.children.find((child) => isTag(child) && child.name === 'summary');
  const summary = declared ?? standardSummary(details);
  const rest = details.children.filter((child) => child !== summary);
  details.children = 'open' in details.attribs ? [summary, ...rest] : [summary];
}

function standardSummary(details: Element): Element {
  const summary = new Element('summary', {}, [new Text('Details')]);
  summary.parent = details;
  return summary;
}
