/** The kinds of changes, by which names of their files begin, with their headings in the order of the changelog. */
const headings = {
  upgrading: 'Upgrading',
  added: 'Added',
  changed: 'Changed',
  deprecated: 'Deprecated',
  removed: 'Removed',
  fixed: 'Fixed',
} as const

/** A kind of change: the first word of the name of its file. */
export type ChangeKind = keyof typeof headings

/** An item of the changelog: Markdown without the dash. */
export interface Change {
  readonly kind: ChangeKind
  readonly text: string
}

/** A version to be released; the day is yyyy-MM-dd. */
export interface Release {
  readonly version: string
  readonly day: string
  readonly changes: readonly Change[]
}

/** Versions as in `0.3.0` and `1.0.0-rc.1`. */
export const versionPattern = /^\d+\.\d+\.\d+(-[\w.]+)?$/

const namePattern = /^(upgrading|added|changed|deprecated|removed|fixed)-[a-z0-9-]+\.md$/

/**
 * Reads a file of a change: its kind from `fixed-sorting-of-names.md`, its lines joined, its links relative to the changelog.
 * @throws Error for an invalid name or text
 */
export function changeOf(name: string, content: string): Change {
  const kind = namePattern.exec(name)?.[1] as ChangeKind | undefined
  const text = content.trim().split(/\s*\n\s*/).join(' ').replaceAll('](../', '](')
  if (kind === undefined) throw new Error(`docs/changes/${name}: the name begins with ${Object.keys(headings).join('-, ')}-`)
  if (text === '' || /^[-#]/.test(text)) throw new Error(`docs/changes/${name}: one paragraph without dash or heading`)
  return { kind, text }
}

/** The changelog with a section for the release at the top. @throws Error where the version exists already */
export function changelogWith(changelog: string, { version, day, changes }: Release): string {
  if (changelog.includes(`\n## ${version} `)) throw new Error(`${version} is published already`)
  const sections = Object.entries(headings).flatMap(([kind, heading]) => {
    const items = changes.filter((change) => change.kind === kind).map(({ text }) => `- ${text}\n`)
    return items.length > 0 ? [`### ${heading}\n${items.join('')}`] : []
  })
  const section = `## ${version} (${day})\n\n${sections.join('\n')}\n`
  const at = changelog.indexOf('\n## ')
  return at < 0 ? `${changelog.trimEnd()}\n\n${section}` : `${changelog.slice(0, at + 1)}${section}${changelog.slice(at + 1)}`
}
