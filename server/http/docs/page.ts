/** The part of an OpenAPI document shown on the page. */
export interface DescribedCalls {
  readonly info: { readonly description?: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
}

interface DescribedCall {
  readonly tags?: readonly string[]
  readonly description?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: unknown }[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly detail: DescribedCall
}

/** A page that lists the calls of an OpenAPI document: plain HTML without scripts, in the browser's default fonts. */
export function docsPage(document: DescribedCalls, nonce: string): string {
  const groups = grouped(operationsOf(document))
  const index = [...groups].map(([tag, { length }]) => `<a href="#${escape(tag)}">${escape(tag)} <small>${length}</small></a>`).join(' ')
  const sections = [...groups].map(([tag, operations]) =>
    `<section id="${escape(tag)}"><h2>${escape(tag)}</h2>${operations.map(operationHtml).join('')}</section>`
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>接口文档 / API</title><style nonce="${nonce}">${style}</style></head>
<body><header><h1>接口文档 / API</h1><p>${
    escape(document.info.description ?? '')
  }</p><p><a href="/docs/json">OpenAPI (JSON)</a></p><nav>${index}</nav></header>
<main>${sections.join('')}</main></body></html>`
}

function operationHtml({ method, path, detail }: Operation): string {
  const inputs = (detail.parameters ?? []).map((parameter) =>
    `<tr><td><code>${escape(parameter.name)}</code></td><td>${parameter.in}</td><td>${parameter.required ? '✓' : ''}</td><td><code>${
      escape(json(parameter.schema))
    }</code></td></tr>`
  )
  return `<details><summary><b class="${method}">${method}</b> <code>${escape(path)}</code> <span>${
    escape(detail.description ?? '')
  }</span></summary>
${
    inputs.length > 0
      ? `<table><thead><tr><th>参数 / Parameter</th><th>in</th><th>必填 / Required</th><th>schema</th></tr></thead><tbody>${
        inputs.join('')
      }</tbody></table>`
      : ''
  }
${block('请求 / Request', schemaOf(detail.requestBody))}${block('响应 / Response', schemaOf(detail.responses?.['200']))}</details>`
}

function block(title: string, schema: unknown): string {
  return schema === undefined ? '' : `<h3>${title}</h3><pre>${escape(json(schema, 2))}</pre>`
}

function schemaOf(part: unknown): unknown {
  const content = typeof part === 'object' && part !== null && 'content' in part ? part.content : undefined
  return content ? Object.values(content).map((type: { schema?: unknown }) => type.schema)[0] : undefined
}

function operationsOf({ paths = {} }: DescribedCalls): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, detail]) => (methods.has(method) ? [{ method, path, detail }] : []))
  )
}

function grouped(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    const tag = operation.detail.tags?.[0] ?? 'root'
    groups.set(tag, [...(groups.get(tag) ?? []), operation])
  }
  return groups
}

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'delete', 'patch'])
const json = (value: unknown, indent?: number) => JSON.stringify(value ?? {}, undefined, indent)
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const style =
  `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:1100px;padding:24px}h1{font-size:22px}
h2{font-size:17px;margin:32px 0 8px;text-transform:none}
nav{display:flex;flex-wrap:wrap;gap:4px 14px}small{opacity:.65}
details{border:1px solid color-mix(in srgb,currentColor 18%,transparent);border-radius:6px;margin:6px 0;padding:0 12px}
summary{cursor:pointer;padding:8px 0;overflow-wrap:anywhere}
summary span{opacity:.7}summary b{display:inline-block;min-width:58px;text-transform:uppercase;font-size:12px}.get{color:#1a7f4b}
.post{color:#2158c9}.put,.patch{color:#a15c00}.delete{color:#c03434}
table{border-collapse:collapse;width:100%}
td,th{border-top:1px solid color-mix(in srgb,currentColor 12%,transparent);padding:4px 8px;text-align:start;
  vertical-align:top;overflow-wrap:anywhere}
h3{font-size:13px;margin:12px 0 4px}pre{overflow:auto;margin:0 0 12px;font-size:12px}
@media (prefers-color-scheme:dark){.get{color:#5fd09a}.post{color:#8fb4ff}.put,.patch{color:#f0b35e}.delete{color:#ff8f8f}}`
