import { useMemo } from 'react'
import type { Form } from '#kernel/form.ts'
import { reads, useRead } from '../start/reads.ts'
import { DocumentList } from './DocumentList.tsx'
import { typeList } from './lists.ts'

/** The list of one form's documents that the user may see, with the form's columns. */
export function TypeListPage({ form }: { form: Form }) {
  const person = useRead(reads.user)?.id ?? ''
  const list = useMemo(() => typeList(form), [form])
  return <DocumentList key={form.key} list={list} person={person} />
}
