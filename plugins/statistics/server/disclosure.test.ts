import { describe, expect, it } from 'vitest'
import { columnSubjects } from '#plugins/system/server/roles/columns.ts'
import type { FactSource } from '#plugins/statistics/statistics-page.ts'
import { everyNth } from '#server/testing-scale.ts'
import declarations from '#resources/declarations.ts'
import { confidentialPaths } from '#kernel/fields/confidential.ts'
import { formSubject } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { testCaller } from '#server/http/testing.ts'
import type { CountedPage } from './counted-page.ts'
import { allOfForm, isNarrowedBy, withheldOn } from './disclosure.ts'
import { type Fact, factsOf } from './facts/facts.ts'
import { statisticsPages } from './testing-pages.ts'

const forms = new Map(declarations.flatMap((plugin) => plugin.forms).map((form) => [form.key, form]))
const subjects = columnSubjects(declarations)

/** Two values of each kind that differ in whatever may be counted of them. */
const samples: Readonly<Record<string, readonly [unknown, unknown]>> = {
  money: ['100.00', '731.00'],
  number: ['2', '5'],
  integer: [2, 5],
  percent: [20, 50],
  date: ['2026-11-02', '2026-12-09'],
  datetime: ['2026-11-02 09:00:00', '2026-12-09 10:00:00'],
  toggle: [true, false],
}
const valueAt = ({ kind, options }: FieldDefinition, place: 0 | 1): unknown =>
  options?.[place]?.value ?? samples[kind]?.[place] ?? ['1', '2'][place]

/** A value of a form that has all fields, with another one at one path. */
function filled({ fields }: Form, changed?: string): FormValue {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.columns
    ? ['a', 'b'].map((rowId) => ({
      ...Object.fromEntries(
        Object.entries(field.columns ?? {}).map(([column, inner]) => [column, valueAt(inner, `${key}.${column}` === changed ? 1 : 0)]),
      ),
      rowId,
    }))
    : valueAt(field, key === changed ? 1 : 0)]
  ))
}

/** Measures and dimensions of a page by which the facts of two values differ. */
function differing(page: CountedPage, form: Form, changed: string): readonly string[] {
  const document = (value: FormValue) => ({ type: form.key, state: 'completed', value, applicant: 'p', department: 'd',
    started_at: new Date('2026-11-01T09:00:00+08:00'), ended_at: new Date('2026-11-20T09:00:00+08:00') })
  const [one, other] = [filled(form), filled(form, changed)].map((value) =>
    new Map(factsOf([page], form, document(value)).map((fact) => [fact.line, partsOf(fact)]))
  )
  const keys = [...(one ?? [])].flatMap(([line, parts]) => {
    const others = other?.get(line)
    return others ? [...new Set([...Object.keys(parts), ...Object.keys(others)])].filter((key) => parts[key] !== others[key]) : []
  })
  return [...new Set(keys)]
}

const partsOf = ({ dimensions, measures, department }: Fact): Readonly<Record<string, string>> => ({ ...dimensions, ...measures,
  department })

/** A page on which each row of a source counts, whatever it says. */
const without = (page: CountedPage, source: FactSource): CountedPage => ({ ...page, facts: [{ ...source, when: undefined }] as never })

const counted = statisticsPages.flatMap((page) =>
  page.facts.map((source, index) => [`${page.key} ${source.form} ${index}`, page, source] as const)
)

describe.each(everyNth(4, counted))('single documents of the page %s', (_, page, source) => {
  const form = forms.get(source.form)!
  const hideable = subjects.find(({ subject }) => subject === formSubject(form.key))?.fields.map(({ field }) => field) ?? []

  it('keep what follows from a field that a role is not shown', () => {
    const open = hideable.flatMap((path) => {
      const table = path.split('.')[0] ?? ''
      const keys = differing(without(page, source), form, path)
      return [[path], ...(table === path ? [] : [[table]])].flatMap(([hidden = '']) => {
        const withheld = withheldOn(page, { host: { plugins: declarations },
          caller: testCaller('reader', [], { columns: { [formSubject(form.key)]: { [hidden]: 'hidden' } } }) })
        return keys.filter((key) => !withheld.get(form.key)?.has(key)).map((key) => `${hidden}: ${key} tells of ${path}`)
      })
    })
    expect(open).toEqual([])
  })

  it('keep what follows from a confidential field', () => {
    const withheld = withheldOn(page, { host: { plugins: declarations }, caller: testCaller('reader') }).get(form.key)
    const keys = [...confidentialPaths(form.fields)].flatMap((path) => differing(without(page, source), form, path))
    expect(keys.filter((key) => !withheld?.has(key))).toEqual([])
  })
})

it('finds figures that follow from fields at all', () => {
  const found = everyNth(8, counted).flatMap(([, page, source]) => {
    const form = forms.get(source.form)!
    return Object.entries(form.fields).flatMap((
      [key, { columns = {} }],
    ) => [key, ...Object.keys(columns).map((column) => `${key}.${column}`)])
      .flatMap((path) => differing(without(page, source), form, path))
  })
  expect(found.length).toBeGreaterThan(counted.length / 8)
})

it('does not list documents that are chosen by a field that a role is not shown', () => {
  expect(isNarrowedBy(new Map([['claim', new Set(['supplier'])]]), ['supplier'])).toBe(true)
  expect(isNarrowedBy(new Map([['claim', new Set(['supplier'])]]), ['month'])).toBe(false)
  expect(isNarrowedBy(new Map([['claim', new Set([allOfForm])]]), [])).toBe(true)
  expect(isNarrowedBy(new Map(), ['supplier'])).toBe(false)
})
