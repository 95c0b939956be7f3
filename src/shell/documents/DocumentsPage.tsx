import { useLocation } from 'react-router'
import { reads, useRead } from '../start/reads.ts'
import { usePassQueue } from './batch/use-pass-queue.ts'
import { DocumentList } from './DocumentList.tsx'
import { documentLists } from './lists.ts'

/** To-do, handled, initiated, copied and all documents: one page, one open tab. What is being passed outlives a change of list. */
export function DocumentsPage() {
  const { pathname } = useLocation()
  const person = useRead(reads.user)?.id ?? ''
  const passing = usePassQueue(person)
  const list = documentLists.find(({ path }) => path === pathname) ?? documentLists[0]
  return list ? <DocumentList key={list.name} list={list} person={person} passing={passing} /> : null
}
