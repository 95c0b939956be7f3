import { Navigate, useLocation, useNavigate } from 'react-router'
import { Button } from 'antd'
import { definePartText } from '#fields/text.ts'
import { ResourcePage } from '#shell/resource/ResourcePage.tsx'
import type { StoredRecord } from '#shell/resource/record.ts'
import { useRecordChanges } from '#shell/resource/record-changes.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { useDialogs } from '#shell/dialogs/dialogs-context.tsx'
import { reads, useRead } from '#shell/start/reads.ts'
import { may } from '#providers/permissions.ts'
import { book, bookLoan, bookLocation } from '../book.ts'
import { bookAdd } from '../types/bookAdd/index.ts'
import { canBorrow } from '../permissions.ts'
import { bookBorrow } from '../types/bookBorrow/index.ts'
import { cn, en } from './texts.ts'

const useLibraryText = definePartText<keyof typeof cn>({ cn, en })

/** Redirects of former query strings to the pages that replaced the library's tabs. */
const parts: Readonly<Record<string, string>> = { 'tab=location': bookLocation.path, 'tab=history': bookLoan.path,
  'operate=add': bookAdd.path }

const actionsOf = (record: StoredRecord) => <BookActions record={record} />

/** List of books with their actions. */
export function BooksPage() {
  const { search } = useLocation()
  const part = Object.entries(parts).find(([query]) => search.slice(1).split('&').includes(query))
  return part ? <Navigate to={part[1]} replace /> : <ResourcePage resource={book} title={{ cn: '图书', en: 'Books' }} more={actionsOf} />
}

/** Actions on a book beyond editing: borrow, renew, return, loan history. */
function BookActions({ record }: { record: StoredRecord }) {
  const { t } = useLibraryText()
  const navigate = useNavigate()
  const act = useBookAction(record)
  const user = useRead(reads.user)
  const { bookStatus: status, borrower, bookName } = record
  const name = String(bookName)
  const isKeeper = may(canBorrow.edit)
  const isOut = status === '2'
  const mayRenew = isKeeper || borrower === user?.id
  return (
    <>
      {status === '1' && (
        <Button type="link" size="small" aria-label={t('borrowName', { name })} onClick={() =>
          void navigate(`${bookBorrow.path}?books.bookNo=${record.id}`)}
        >
          {t('borrow')}
        </Button>
      )}
      {isOut && mayRenew && (
        <Button type="link" size="small" aria-label={t('renewName', { name })} onClick={() => void act('renew')}>{t('renew')}</Button>
      )}
      {isKeeper && <KeeperActions name={name} book={record.id} isOut={isOut} onTakeBack={() => void act('takeBack')} />}
    </>
  )
}

function KeeperActions({ name, book: id, isOut, onTakeBack }: { name: string; book: string; isOut: boolean; onTakeBack: () => void }) {
  const { t } = useLibraryText()
  const navigate = useNavigate()
  return (
    <>
      {isOut && <Button type="link" size="small" aria-label={t('takeBackName', { name })} onClick={onTakeBack}>{t('takeBack')}</Button>}
      <Button type="link" size="small" aria-label={t('historyName', { name })}
        onClick={() => void navigate(`${bookLoan.path}?bookId=${id}`)}
      >
        {t('history')}
      </Button>
    </>
  )
}

const calls = { renew: 'renew', takeBack: 'return' } as const

const done = { renew: 'renewed', takeBack: 'returned' } as const

/** Runs an action after a confirmation, and refetches the list. */
function useBookAction(record: StoredRecord) {
  const { t } = useLibraryText()
  const command = useCommand()
  const dialogs = useDialogs()
  const { refresh } = useRecordChanges()
  return async (action: keyof typeof calls) => {
    const ask = await dialogs()
    const name = String(record['bookName'])
    ask.confirm({
      title: t(`${action}Ask`, { name }),
      content: t(`${action}Text`),
      okText: t(action),
      cancelText: t('cancel'),
      onOk: async () => {
        await command.run((http) => http.post(`${book.base}/${book.name}/${record.id}/${calls[action]}`), { success: t(done[action]) })
        await refresh(book)
      },
    })
  }
}
