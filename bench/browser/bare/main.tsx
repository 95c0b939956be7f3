import '@ant-design/v5-patch-for-react-19'
import { type DataProvider, Refine } from '@refinedev/core'
import { useTable } from '@refinedev/antd'
import { Table } from 'antd'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/** The call of a list, and the fields that are its columns. */
interface List {
  readonly call: string
  readonly body: object
  readonly columns: readonly string[]
}

/** The page for comparison: plain Refine and antd with the same rows of the same calls, and text cells only. */
const { lists, token } = JSON.parse(sessionStorage.getItem('bare') ?? '{}') as { readonly lists: readonly List[]; readonly token: string }

// a minimal data provider for the list
const provider = {
  getApiUrl: () => '',
  async getList({ resource, pagination, meta }: Parameters<DataProvider['getList']>[0]) {
    const answer = await fetch(`/api${resource}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...(meta?.['body'] as object), current: pagination?.currentPage, size: pagination?.pageSize }),
    })
    const { data } = (await answer.json()) as { readonly data: { readonly records: { readonly id: string }[]; readonly total: number } }
    return { data: data.records, total: data.total }
  },
} as unknown as DataProvider

function Rows({ call, body, columns }: List) {
  const { tableProps } = useTable<{ id: string }>({ resource: call, syncWithLocation: false, meta: { body }, pagination: { pageSize: 20 } })
  return (
    <Table {...tableProps} size="small" rowKey="id"
      columns={columns.map((name) => ({ key: name, title: name, dataIndex: name, render: (held: unknown) => words(held) }))} />
  )
}

const words = (held: unknown): string => (typeof held === 'object' ? JSON.stringify(held) : String(held))

function Bare() {
  const [chosen, setChosen] = useState<List>()
  return (
    <main>
      {lists.map((list) => <button key={list.call} type="button" id={list.call} onClick={() => setChosen(list)}>{list.call}</button>)}
      {chosen && <Rows {...chosen} />}
    </main>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(<Refine dataProvider={provider} options={{ disableTelemetry: true }}>
    <Bare />
  </Refine>)
