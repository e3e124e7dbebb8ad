/** The elements of a list, such as that of IN: `\,` is a comma inside an element and `\\` a backslash; any other backslash stands for itself. */
export function splitList(text: string, separator = ','): string[] {
  const elements: string[] = [];
  let element = '';
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === '\\' && (next === separator || next === '\\')) {
      element += next;
      index++;
    } else if (character === separator) {
      elements.push(element);
      element = '';
    } else element += character;
  }
  elements.push(element);
  return elements;
}
