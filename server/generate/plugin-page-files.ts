import type { Names } from './names.ts'

/** The browser half of a new module: a page that shows what its own call answers, with texts in both languages. */
export function pluginPageFiles(names: Names): Record<string, string> {
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
  pages: [{ path: '/${kebab}-expired', title: { cn: '${cn}到期', en: 'Expired: ${en}' }, component: ExpiredPage, needs: can.view }],
})
`,
    [`${folder}/pages/text.ts`]: `import { definePartText } from '#fields/text.ts'

/** Texts of the pages; the compiler compares the languages. */
export const usePageText = definePartText({
  cn: { title: '${cn}到期', code: '编码', name: '名称', validTo: '失效日', none: '没有到期的记录' },
  en: { title: 'Expired: ${en}', code: 'Code', name: 'Name', validTo: 'Valid to', none: 'Nothing has expired' },
})
`,
    [`${folder}/pages/ExpiredPage.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useHttp } from '#shell/backend.ts'
import { ListRows } from '#shell/list/ListPage.tsx'
import { Page } from '#shell/parts/Page.tsx'
import type { ExpiredRecord } from '../wire.ts'
import { usePageText } from './text.ts'

/** The records whose validity has ended, as far as the person sees them. */
export function ExpiredPage() {
  const { t } = usePageText()
  const http = useHttp()
  const answer = useQuery({ queryKey: ['${camel}', 'expired'], queryFn: () => http.get<readonly ExpiredRecord[]>('/${kebab}/expired', {}, { quiet: true }) })
  return (
    <Page title={t('title')}>
      <ListRows answer={{ ...answer, rows: answer.data }} skeleton={{ columns: ['20%', '50%', '20%'] }} empty={{ title: t('none') }}>
        {(records) => <Expired records={records} />}
      </ListRows>
    </Page>
  )
}

function Expired({ records }: { records: readonly ExpiredRecord[] }) {
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
`,
  }
}
