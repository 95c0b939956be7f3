import type { Spellings } from './names.ts'

/** The browser half of a new module: a page that shows what its own call answers, with texts in both languages. */
export function pluginPageFiles(names: Spellings): Record<string, string> {
  const { kebab, camel, cn, en } = names
  const folder = `plugins/${kebab}`
  return {
    [`${folder}/browser.ts`]: `import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const ExpiredPage = lazyPage(async () => (await import('./pages/ExpiredPage.tsx')).ExpiredPage)

/** The list and the dialog of the records are drawn from their declaration; this is what the module draws itself. */
export default defineBrowserPlugin({
  id: '${kebab}',
  pages: [{ path: '/${kebab}-expired', title: { cn: '到期的${cn}', en: 'Expired ${en.toLowerCase()}' }, component: ExpiredPage,
    needs: can.view }],
})
`,
    [`${folder}/pages/text.ts`]: `import { definePartText } from '#fields/text.ts'

/** Texts of the pages; the compiler compares the languages. */
export const usePageText = definePartText({
  cn: { title: '到期的${cn}', code: '编码', name: '名称', validTo: '失效日', none: '没有到期的记录' },
  en: { title: 'Expired ${en.toLowerCase()}', code: 'Code', name: 'Name', validTo: 'Valid to', none: 'Nothing has expired' },
})
`,
    [`${folder}/pages/ExpiredPage.tsx`]: `import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { listed, ListPage } from '#shell/list/ListPage.tsx'
import { useListQuery } from '#shell/list/use-list-query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import type { ExpiredRecord, ExpiredRecords } from '../wire.ts'
import { usePageText } from './text.ts'

/** The records whose validity has ended, as far as the person sees them, page by page. */
export function ExpiredPage() {
  const { t } = usePageText()
  const http = useHttp()
  const isMobile = useIsMobile()
  const list = useListQuery()
  const { current, size } = list.query
  const answer = useQuery({
    queryKey: ['${camel}', 'expired', current, size],
    queryFn: () => http.get<ExpiredRecords>('/${kebab}/expired', { current, size }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage isList title={t('title')} list={list} answer={listed(answer)} skeleton={{ columns: ['20%', '50%', '20%'] }}
      empty={{ title: t('none') }}
    >
      {(records) => (isMobile ? <Rows records={records} /> : <Columns records={records} />)}
    </ListPage>
  )
}

interface RecordsProps {
  readonly records: readonly ExpiredRecord[]
}

function Columns({ records }: RecordsProps) {
  const { t, locale } = usePageText()
  return (
    <div className="oa-table is-plain">
      <Table<ExpiredRecord>
        size="small"
        rowKey="id"
        dataSource={records}
        pagination={false}
        columns={[
          { title: t('code'), dataIndex: 'code' },
          { title: t('name'), dataIndex: locale === 'cn' ? 'nameCn' : 'nameEn' },
          { title: t('validTo'), dataIndex: 'validTo', className: 'num' },
        ]}
      />
    </div>
  )
}

/** On a phone: what a record is called, and its details below. */
function Rows({ records }: RecordsProps) {
  const { t, locale } = usePageText()
  return (
    <ul className="oa-rows">
      {records.map(({ id, code, nameCn, nameEn, validTo }) => (
        <li key={id}>
          <div className="oa-row is-record">
            <span className="oa-row-first">{locale === 'cn' ? nameCn : nameEn}</span>
            <span className="oa-row-second">
              <span className="oa-row-detail">
                <span>{t('code')}</span> {code}
              </span>
              <span className="oa-row-detail">
                <span>{t('validTo')}</span> <span className="num">{validTo}</span>
              </span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
`,
  }
}
