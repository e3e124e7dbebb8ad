import { Description } from './description.tsx';
import { Guide } from './guide.tsx';
import { accessText, mainContent, type OpenApi, type Operation, resolved, shownExamples, titleOf } from './openApi.ts';
import { MemberHead, SchemaTree, typeText } from './schemaTree.tsx';
import { TryOut } from './tryOut.tsx';

/** One operation: what it does, what it takes, what it answers, and a form that sends it. */
export function OperationView({ document, operation }: { document: OpenApi; operation: Operation }) {
  const { method, path, description, deprecated, parameters, requestBody, responses } = operation;
  const body = requestBody && mainContent(requestBody.content);
  return (
    <article class="operation">
      <div class="text">
        <p class="tag">{operation.tag}</p>
        <h1 tabIndex={-1}>{titleOf(operation)}</h1>
        <p class="request">
          <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        </p>
        {deprecated ? <p class="deprecated">Deprecated.</p> : null}
        <Description text={description} />
        <Guide document={document} tag={operation.tag} />
        <p class="note">{accessText(operation['x-access'])}</p>
        <h2>Parameters</h2>
        <ul class="schema">
          {parameters.map((parameter) => (
            <li key={parameter.name}>
              <MemberHead
                name={parameter.name}
                required={parameter.required === true}
                document={document}
                schema={{
                  ...(parameter.schema ?? mainContent(parameter.content).schema),
                  description: `${parameter.description} (${parameter.in})`,
                }}
              />
            </li>
          ))}
        </ul>
        {body?.schema ? (
          <>
            <h2>
              Body <span class="type">{typeText(document, body.schema)}</span>
            </h2>
            <SchemaTree document={document} schema={body.schema} />
          </>
        ) : null}
        <h2>Answers</h2>
        {Object.entries(responses).map(([code, response]) => (
          <Answer key={code} document={document} code={code} response={response} />
        ))}
      </div>
      <TryOut document={document} operation={operation} />
    </article>
  );
}

function Answer({
  document,
  code,
  response,
}: {
  document: OpenApi;
  code: string;
  response: Operation['responses'][string];
}) {
  const { type, schema } = mainContent(response.content);
  const headers = Object.entries(response.headers ?? {});
  return (
    <details class="answer" open={code === '200'}>
      <summary>
        <code>{code}</code> {response.description}
      </summary>
      {headers.map(([name, header]) => (
        <div class="member" key={name}>
          <code class="name">{name}</code> <span class="type">header</span>
          <Description text={resolved(document, header).description ?? ''} />
        </div>
      ))}
      {schema ? (
        <p>
          {type}: <span class="type">{typeText(document, schema)}</span>
        </p>
      ) : null}
      {schema ? <SchemaTree document={document} schema={schema} /> : null}
      {shownExamples(response.content).map(({ summary, text }) => (
        <div key={summary}>
          <p>{summary}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </div>
      ))}
    </details>
  );
}
