import { MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { useStatisticsText } from '../text.ts'

const ReportsDialog = lazy(async () => ({ default: (await import('./ReportsDialog.tsx')).ReportsDialog }))

/** Button that opens the page's mail reports. */
export function ReportsButton({ page, query }: { readonly page: StatisticsPage; readonly query: ListQuery }) {
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MailOutlined aria-hidden />} onClick={() => setOpen(true)}>{t('subscribe')}</Button>
      {isOpen && (
        <Suspense>
          <ReportsDialog page={page} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
