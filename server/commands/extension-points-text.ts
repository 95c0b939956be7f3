import type { Locale } from '#kernel/wording/label.ts'

/** The guides that list the points, each in its language. */
export const pointGuides: readonly (readonly [path: string, locale: Locale])[] = [['docs/extension-points.md', 'en'], [
  'docs/zh/extension-points.md',
  'cn',
]]

/** The files that declare points. */
export const pointFile = /\/extension-points\.ts$/

/** A source file, by its path in the project. */
export interface PointSource {
  readonly path: string
  readonly text: string
}

const begins = '<!-- points: npm run reference -->'
const ends = '<!-- /points -->'

const declaration = /\/\*\*\n((?: \*[^\n]*\n)+?) \*\/\nexport const \w+ = createExtensionPoint<(\w+)>\(\{\s*id: '([\w.-]+)'/g

/** Returns a guide with the extension points of modules, from their doc comments, between its marks. @throws Error where it has no marks */
export function withPoints(guide: string, sources: readonly PointSource[], locale: Locale): string {
  const [before, rest] = guide.split(begins)
  const after = rest?.split(ends)[1]
  if (before === undefined || after === undefined) throw new Error(`The guide has no line ${begins}`)
  return `${before}${begins}\n\n${pointsText(sources, locale)}\n${ends}${after}`
}

/** The sections of all points, in the order of their names. */
function pointsText(sources: readonly PointSource[], locale: Locale): string {
  const points = sources.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(([, comment = '', item = '', id = '']) => ({ id, item, path, ...partsOf(comment) }))
  )
  return points.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ id, item, path, about, zh, examples }) => {
    const source = locale === 'cn' ? `在 \`${path}\` 中发布；每一项是 \`${item}\`。` : `Published in \`${path}\`; an item is a \`${item}\`.`
    return [`### ${id}`, `${locale === 'cn' ? zh : about}${locale === 'cn' ? '' : ' '}${source}`, ...examples].join('\n\n')
  }).join('\n\n').concat('\n')
}

/** Description, its Chinese (`@zh`), and examples of a doc comment. */
function partsOf(comment: string) {
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''))
  const [about = '', ...tags] = lines.join('\n').split(/^@(?=zh |example )/m)
  const inOneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')
  const zh = tags.find((tag) => tag.startsWith('zh '))?.slice(3) ?? ''
  return { about: inOneLine(about), zh: zh.trim().replaceAll(/\s*\n\s*/g, ''),
    examples: tags.filter((tag) => tag.startsWith('example ')).map((tag) =>
      tag.slice('example '.length).trim().replace('\n```', ':\n\n```')
    ) }
}
