/** Elements that are kept, with their allowed attributes. Tags of any other element are removed, its text is kept. */
export const allowedElements: Readonly<Record<string, readonly string[]>> = Object.assign(Object.create(null) as object, {
  p: [],
  br: [],
  div: [],
  span: [],
  b: [],
  strong: [],
  i: [],
  em: [],
  u: [],
  s: [],
  ul: [],
  ol: [],
  li: [],
  h3: [],
  h4: [],
  blockquote: [],
  a: ['href'],
  table: [],
  tbody: [],
  thead: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  code: [],
  pre: [],
})

/** Elements that are removed including their content. */
export const droppedElements: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'template',
  'noscript',
  'svg',
  'math',
  'form',
  'input',
  'button',
  'textarea',
  'select',
  'link',
  'meta',
  'base',
  'title',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
])

/** Attributes set on every link: the opened page gets neither `window.opener` nor a referrer. */
export const linkAttributes = { rel: 'noopener noreferrer', target: '_blank' } as const

/** Returns the attribute's value if it is kept, else undefined. `value` has its character references decoded. */
export function keptAttribute(element: string, name: string, value: string): string | undefined {
  if (!allowedElements[element]?.includes(name)) return undefined
  if (name !== 'href') return /^[1-9]\d{0,2}$/.test(value) ? value : undefined
  // browsers strip white space and control characters from URLs
  const address = value.replace(/[\p{Cc}\s]/gu, '')
  return safeAddress.test(address) ? address : undefined
}

/** http(s), mailto, or a path on this host; `//` and `/\` are excluded, because they lead to another host. */
const safeAddress = /^(https?:|mailto:|\/(?![/\\]))/i
