import { createCache } from '@ant-design/cssinjs'

type Cache = ReturnType<typeof createCache>
/** The number of mounted components that use a style, and what the library made of it. */
type StyleEntry = [uses: number, made: readonly unknown[]]

/**
 * antd's styles, made once for the life of the page. The library's own cache forgets a style with the last component that
 * uses it, makes it anew for the next one, and looks for its element in the document whenever a component is mounted: half
 * of the time that opening a list took. Looks are few and have names of their own, so what is kept stays small.
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
    // The first use is counted after its element was inserted.
    if (uses > 0 && !inserted.has(key)) inserted.set(key, [uses, withoutText(key, content)])
  }
  return cache
}

/** Of each kind of entry: where its text stands, and what there means that nothing is to be inserted. */
const texts: Readonly<Record<string, readonly [index: number, none: string]>> = { style: [0, '_FILE_STYLE__'], cssVar: [1, ''],
  token: [3, ''] }

function withoutText(key: string, content: readonly unknown[]): readonly unknown[] {
  const text = texts[key.slice(0, key.indexOf('%'))]
  return text ? content.with(...text) : content
}
