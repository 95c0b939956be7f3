import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { changelogWith, changeOf } from './changelog-text.ts'

const head = '# Changelog\n\nFor developers.\n'

it('puts a release in front of those before it, its changes by kind', () => {
  const changes = [changeOf('fixed-names.md', 'Names are\nsorted.\n'),
    changeOf('upgrading-rights.md', 'Grant `a:b:view` ([why](../w.md)).')]
  const first = changelogWith(head, { version: '0.1.0', day: '2026-11-01', changes: [changeOf('added-it.md', 'It is there.')] })
  expect(first).toBe(`${head}\n## 0.1.0 (2026-11-01)\n\n### Added\n- It is there.\n\n`)
  expect(changelogWith(first, { version: '0.2.0', day: '2026-12-01', changes })).toBe(
    `${head}\n## 0.2.0 (2026-12-01)\n\n### Upgrading\n- Grant \`a:b:view\` ([why](w.md)).\n\n### Fixed\n- Names are sorted.\n\n`
      + '## 0.1.0 (2026-11-01)\n\n### Added\n- It is there.\n\n',
  )
})

it('refuses a version twice, and what is no change', () => {
  const first = changelogWith(head, { version: '0.1.0', day: '2026-11-01', changes: [] })
  expect(() => changelogWith(first, { version: '0.1.0', day: '2026-11-02', changes: [] })).toThrow('published already')
  for (const [name, text] of [['names.md', 'Sorted.'], ['fixed-names.md', '- Sorted.'], ['fixed-names.md', '\n']] as const)
    expect(() => changeOf(name, text)).toThrow(name)
})

it('can read every change that waits for a release', () => {
  const folder = new URL('../../docs/changes/', import.meta.url)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : []
  for (const name of names) expect(changeOf(name, readFileSync(new URL(name, folder), 'utf8')).text).not.toBe('')
})
