import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPage } from '../routing/chunks.ts'
import { useStore } from './store/use-store.ts'
import { useFormText } from './text.ts'

const DocumentAction = lazyPage(async () => (await import('../detail/sequence/DocumentAction.tsx')).DocumentAction)

interface RevokeButtonProps {
  readonly procInstId: string
  readonly isOff: boolean
}

/** Takes the document back while it is changed; its form stays open, with what was entered. */
export function RevokeButton({ procInstId, isOff }: RevokeButtonProps) {
  const { form } = useStore()
  const { t } = useFormText()
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button danger disabled={isOff} onClick={() => setIsOpen(true)}>{t('revoke')}</Button>
      {isOpen && (
        <Suspense>
          <DocumentAction form={form} procInstId={procInstId} address={`${pathname}${search}`} action="revoke" onForm={() => undefined}
            onClose={close} />
        </Suspense>
      )}
    </>
  )
}
