import { MailOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useStatisticsText } from '../text.ts'

const ReportsDialog = lazy(async () => ({ default: (await import('./ReportsDialog.tsx')).ReportsDialog }))

/** Opens the reports of a page that go out by mail. */
export function ReportsButton({ path }: { readonly path: string }) {
  const { t } = useStatisticsText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<MailOutlined />} onClick={() => setOpen(true)}>{t('subscribe')}</Button>
      {isOpen && (
        <Suspense>
          <ReportsDialog path={path} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
