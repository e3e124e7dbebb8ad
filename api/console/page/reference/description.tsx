/** A description of the OpenAPI document: plain text with names in backticks. */
export const Description = ({ text }: { text: string }) => (
  <p>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={String(index)}>{part}</code> : part))}</p>
);
