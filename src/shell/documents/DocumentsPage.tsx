import { useLocation } from 'react-router'
import { reads, useRead } from '../start/reads.ts'
import { DocumentList } from './DocumentList.tsx'
import { documentLists } from './lists.ts'

/** The page of the five lists (to-do, handled, initiated, copied, all), which share one open tab. */
export function DocumentsPage() {
  const { pathname } = useLocation()
  const person = useRead(reads.user)?.id ?? ''
  const list = documentLists.find(({ path }) => path === pathname) ?? documentLists[0]
  return list ? <DocumentList key={list.name} list={list} person={person} /> : null
}
