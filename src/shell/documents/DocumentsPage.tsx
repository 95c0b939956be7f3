import { useLocation } from 'react-router'
import { reads, useRead } from '../start/reads.ts'
import { DocumentList } from './DocumentList.tsx'
import { documentLists } from './lists.ts'

/** To-do, handled, initiated, copied and all documents: one page, one open tab. */
export function DocumentsPage() {
  const { pathname } = useLocation()
  const person = useRead(reads.user)?.id ?? ''
  const list = documentLists.find(({ path }) => path === pathname) ?? documentLists[0]
  return list ? <DocumentList key={list.name} list={list} person={person} /> : null
}
