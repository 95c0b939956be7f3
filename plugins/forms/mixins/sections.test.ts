import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Fields } from '#kernel/fields.ts'
import { bearing } from './bearing.ts'
import { budget } from './budget.ts'
import { fx } from './fx.ts'
import { header } from './header.ts'
import { payee } from './payee.ts'
import { quotes } from './quotes.ts'

const label = { cn: '单据', en: 'Document' }
const mixins: Readonly<Record<string, Fields>> = { header: header(label), bearing: bearing(), fx: fx({ total: '0', rmb: '0' }),
  budget: budget('false'), payee: payee('1'), quotes: quotes(1, []) }

/** The fields of a mixin that are drawn, by section. */
function bySection(fields: Fields): Readonly<Record<string, readonly string[]>> {
  const sections: Record<string, string[]> = {}
  for (const [key, { section }] of Object.entries(fields)) if (section !== undefined) (sections[section] ??= []).push(key)
  return sections
}

it.each(['docs/add-a-form.md', 'docs/zh/add-a-form.md'])('%s says in which section the fields of mixins stand', (guide) => {
  const text = readFileSync(join(import.meta.dirname, '../../..', guide), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| (`.*`) \| `(\w+)` \|$/gm)].map(([, mixin = '', fields = '', section = '']) =>
    [mixin, section, fields.replaceAll('`', '').split(', ')] as const
  )
  const drawn = Object.entries(mixins).flatMap(([mixin, fields]) =>
    Object.entries(bySection(fields)).map(([section, keys]) => [mixin, section, keys] as const)
  )
  expect(rows.toSorted()).toEqual(drawn.toSorted())
})
