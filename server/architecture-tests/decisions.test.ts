import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../docs/decisions/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const names = readdirSync(folder).filter((name) => name !== 'README.md')

const head = /^# (\d+)\. (.+)\n\n(Accepted on (\d{4}-\d{2}-\d{2})(, superseded by \[(\d+)\]\((\d{4}-[\w-]+\.md)\))?)\.\n/

const heads = names.map((name) => ({ name, found: head.exec(read(name)) ?? [] }))

it('a decision begins with its number, its title, its date and its status', () => {
  const wrong = heads.filter(({ name, found }) => found[1] === undefined || Number(found[1]) !== Number(name.slice(0, 4)))
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect(new Set(heads.map(({ found }) => found[1])).size).toBe(names.length)
})

it('what supersedes a decision exists', () => {
  expect(heads.map(({ found }) => found[7]).filter((name) => name !== undefined && !names.includes(name))).toEqual([])
})

it('the index lists every decision with its date and status', () => {
  const rows = heads.map(({ name, found: [, number, title, , date, , later] }) =>
    `| ${number} | [${title}](${name}) | ${date} | ${later === undefined ? 'Accepted' : `Superseded by ${later}`} |`
  )
  expect(read('README.md').split('\n').filter((line) => /^\| \d/.test(line))).toEqual(rows)
})
