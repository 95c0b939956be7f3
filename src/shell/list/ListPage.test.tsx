import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeAll, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import { startTexts } from '#providers/i18n.ts'
import { TextProvider } from '../text.tsx'
import { shellTexts } from '../texts.ts'
import { listed, ListPage } from './ListPage.tsx'
import { useListQuery } from './use-list-query.ts'

beforeAll(() => startTexts([shellTexts], 'en'))

type ListedRecords = Parameters<typeof listed<string>>[0]

const empty = { records: [] as string[], total: 0 }
const rows = { records: ['first', 'second'], total: 45 }
const answerOf = (part: Partial<ListedRecords>): ListedRecords => ({ isError: false, error: null, data: undefined, refetch: () => undefined,
  ...part })

const names = ['keyword']
const kept = ['tab']

/** @param pages number of pages with rows; unlimited by default */
function Records({ answer, pages = Infinity }: { answer: ListedRecords; pages?: number | undefined }) {
  const list = useListQuery(names, kept)
  const data = answer.data && list.query.current > pages ? { ...answer.data, records: [] } : answer.data
  return (
    <ListPage title="Records" list={list} answer={listed({ ...answer, data })} skeleton={{ columns: ['50%'] }}
      empty={{ title: 'No records yet' }}
    >
      {(records, isRefreshing) => <ul aria-busy={isRefreshing}>{records.map((record) => <li key={record}>{record}</li>)}</ul>}
    </ListPage>
  )
}

const Address = () => <pre>{useLocation().search}</pre>

function open(part: Partial<ListedRecords>, address = '/records', pages?: number) {
  render(
    <TextProvider>
      <MemoryRouter initialEntries={[address]}>
        <Records answer={answerOf(part)} pages={pages} />
        <Address />
      </MemoryRouter>
    </TextProvider>,
  )
  return userEvent.setup()
}

it('shows rows below one heading, with their number', () => {
  open({ data: rows })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Records')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['first', 'second']))
  expect(document.querySelector('.oa-list-count')?.textContent).toContain('45')
})

it('keeps the rows of other filters while new ones come', () => {
  open({ data: rows, isPlaceholderData: true })
  expect(screen.getAllByRole('list')[0]?.getAttribute('aria-busy')).toBe('true')
})

it('waits in the shape of rows', () => {
  open({})
  expect(document.querySelector('.oa-waiting')).not.toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

it('says that there is nothing, without a pager', () => {
  open({ data: empty })
  expect(screen.getByRole('status').textContent).toBe('No records yet')
  expect(document.querySelector('.oa-list-count')).toBeNull()
})

it('offers to forget the filters where nothing matches', async () => {
  const user = open({ data: empty }, '/records?keyword=x')
  expect(screen.queryByText('No records yet')).toBeNull()
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(document.querySelector('pre')?.textContent).toBe(''))
  expect(screen.getByText('No records yet')).toBeDefined()
})

it('keeps what is no filter, such as a tab, and does not count it as one', async () => {
  const user = open({ data: empty }, '/records?tab=cc&keyword=x')
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(document.querySelector('pre')?.textContent).toBe('?tab=cc'))
  expect(screen.getByText('No records yet')).toBeDefined()
})

it('turns to the last page where the one of the address is beyond it, and never says there is nothing', async () => {
  open({ data: rows }, '/records?current=9&keyword=x', 3)
  expect(screen.queryByText('No records yet')).toBeNull()
  await waitFor(() => expect(document.querySelector('pre')?.textContent).toBe('?keyword=x&current=3'))
})

it('goes one page back where the count is older than the rows', async () => {
  open({ data: rows }, '/records?current=3', 2)
  await waitFor(() => expect(document.querySelector('pre')?.textContent).toBe('?current=2'))
})

it('stays where it is while rows of another address are shown', () => {
  open({ data: empty, isPlaceholderData: true }, '/records?current=3')
  expect(document.querySelector('pre')?.textContent).toBe('?current=3')
})

it('leaves parameters of others out: they are no filters', () => {
  open({ data: empty }, '/records?from=groupmessage&isappinstalled=0')
  expect(screen.getByText('No records yet')).toBeDefined()
})

it('says why rows could not be read, and asks again', async () => {
  const refetch = vi.fn()
  const user = open({ isError: true, error: new HttpFailure({ kind: 'failed', code: 500, message: 'broken' }), refetch })
  await user.click(screen.getAllByRole('button')[0]!)
  expect(refetch).toHaveBeenCalledTimes(1)
})
