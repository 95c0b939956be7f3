import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDate } from '#kernel/values/dates.ts'
import { command } from './command.ts'
import { type Change, changelogWith, changeOf, versionPattern } from './changelog-text.ts'

const folder = 'docs/changes'
const changelog = 'docs/changelog.md'

/**
 * `npm run changelog -- 0.3.0 2026-12-31` moves the files of `docs/changes` into a section of the changelog, sets the version in
 * `package.json` and its lock, and deletes the files. Nothing is written where a file is not a valid change.
 */
await command('npm run changelog -- VERSION YYYY-MM-DD', async (version, day = '') => {
  if (!versionPattern.test(version)) throw refused(`${version} 不是版本号 / is no version`)
  if (!isDate(day)) throw refused(`${day} 不是日期 / is no day`)
  const names = readdirSync(folder).filter((name) => name.endsWith('.md')).toSorted()
  const changes = names.map((name): Change => changeOf(name, readFileSync(join(folder, name), 'utf8')))
  if (changes.length === 0) throw refused(`${folder} 为空 / is empty`)
  writeFileSync(changelog, changelogWith(readFileSync(changelog, 'utf8'), { version, day, changes }))
  for (const name of ['package.json', 'package-lock.json']) setVersion(name, version)
  for (const name of names) rmSync(join(folder, name))
  return `${version}：${changes.length} 项 / changes`
}, 2)

/** Sets the version of the project: once in package.json, twice in the lock. */
function setVersion(name: string, version: string): void {
  const content = JSON.parse(readFileSync(name, 'utf8')) as { version: string; packages?: Record<string, { version?: string }> }
  content.version = version
  const root = content.packages?.['']
  if (root) root.version = version
  writeFileSync(name, `${JSON.stringify(content, undefined, 2)}\n`)
}

/** A failure that `command` prints in one line. */
const refused = (message: string): Error => Object.assign(new Error(message), { name: 'SettingError' })
