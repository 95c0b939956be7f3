import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { FormFacts } from '#kernel/facts.ts'
import type { Fields } from '#kernel/fields.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { isReference, sourceOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { idsOf, type ReferenceBook, useBook } from '#fields/references/reference-book.ts'
import { reads, useRead } from '#shell/start/reads.ts'

/** Facts for evaluation in the browser: the clock in the company's time zone, cached records, dictionaries. */
export function useFormFacts(): () => FormFacts {
  const book = useBook()
  const labels = useDictionaryLabels()
  const latest = useRef(labels)
  useEffect(() => {
    latest.current = labels
  })
  return useCallback(() => {
    const dict = latest.current
    return { ...factsIn(book), ...(dict && { dict }) }
  }, [book])
}

/** Facts without dictionaries, before these are loaded. */
export function factsIn(book: ReferenceBook): FormFacts {
  const now = nowOf(new Date())
  return { now, today: now.slice(0, 10), reference: book.get }
}

/** Returns labels of dictionary values; undefined until the dictionaries are loaded. */
function useDictionaryLabels(): FormFacts['dict'] {
  const dictionaries = useRead(reads.dictionaries)
  return useMemo(() => {
    if (!dictionaries) return undefined
    const labels = new Map(dictionaries.map(({ type, value, label, localName }) => [`${type}\n${value}`, `${label}/${localName ?? label}`]))
    return (key: string, value: string) => labels.get(`${key}\n${value}`) ?? null
  }, [dictionaries])
}

/** Requests the records that a value names. */
export function needRecords(book: ReferenceBook, fields: Fields, value: FormValue): void {
  for (const [key, field] of Object.entries(fields)) {
    if (field.kind === 'table') { for (const row of rowsAt(value, key)) needRecords(book, field.columns ?? {}, row) }
    else if (isReference(field)) book.need(sourceOf(field), idsOf(value[key]))
  }
}
