import { Navigate, useLocation } from 'react-router'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { book } from '../book.ts'
import { bookLoan } from '../book-loan.ts'
import { bookLocation } from '../book-location.ts'
import { bookAdd } from '../types/bookAdd/index.ts'
import { BookActions } from './BookActions.tsx'

/** The pages that old addresses of parts of the library lead to. */
const parts: Readonly<Record<string, string>> = { 'tab=location': bookLocation.path, 'tab=history': bookLoan.path,
  'operate=add': bookAdd.path }

const actionsOf = (record: StoredRecord) => <BookActions record={record} />

/** The library: its books, and what can be done with each. */
export function BooksPage() {
  const { search } = useLocation()
  const part = Object.entries(parts).find(([query]) => search.slice(1).split('&').includes(query))
  return part ? <Navigate to={part[1]} replace /> : <ResourcePage resource={book} title={{ cn: '图书', en: 'Books' }} more={actionsOf} />
}
