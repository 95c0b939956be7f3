import { createCache } from '@ant-design/cssinjs'

type Cache = ReturnType<typeof createCache>
/** The number of mounted components that use a style, and its generated content. */
type StyleEntry = [uses: number, made: readonly unknown[]]

/**
 * A style cache for antd that keeps every style until the page unloads. The library's own cache drops a style with the last component that
 * uses it, regenerates it for the next one, and queries the document at every mount, which took half of the time of opening a list. There
 * are few themes with distinct names, so the cache stays small.
 */
export function keptStyles(): Cache {
  const cache = createCache()
  const made = new Map<string, StyleEntry>()
  const inserted = new Map<string, StyleEntry>()
  cache.opGet = (key) => inserted.get(key) ?? made.get(key) ?? null
  cache.opUpdate = (key, change) => {
    const before = made.get(key)
    const [uses, content] = (change(before ?? null) ?? [0, before?.[1] ?? []]) as StyleEntry
    made.set(key, [uses, content])
    // the first use is counted after the element has been inserted
    if (uses > 0 && !inserted.has(key)) inserted.set(key, [uses, withoutText(key, content)])
  }
  return cache
}

/** By kind of entry: index of its text, and the value that prevents an insertion. */
const texts: Readonly<Record<string, readonly [index: number, none: string]>> = { style: [0, '_FILE_STYLE__'], cssVar: [1, ''],
  token: [3, ''] }

function withoutText(key: string, content: readonly unknown[]): readonly unknown[] {
  const text = texts[key.slice(0, key.indexOf('%'))]
  return text ? content.with(...text) : content
}

/** The CSP nonce that the server adds to the page, required for styles added by scripts. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content

/**
 * Sets the nonce on every style element created by a script. antd passes its nonce to most styles, but registers CSS variables without one
 * (cssinjs 1.24), and the content security policy would block them.
 */
export function giveStylesNonce(nonce: string | undefined): void {
  if (!nonce) return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
