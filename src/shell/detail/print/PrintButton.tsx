import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import type { BarLook } from '../actions/use-fits.ts'
import { usePrintText } from './text.ts'

const PrintDialog = lazyPage(async () => (await import('./PrintDialog.tsx')).PrintDialog)

interface PrintButtonProps extends BarLook {
  readonly document: FiledDocument
}

const load = () => void PrintDialog.load().catch(() => undefined)

/** The print button; hidden if the form has no print. */
export function PrintButton({ document, isShort = false, isQuiet = isShort }: PrintButtonProps) {
  const { form } = useStore()
  const { t } = usePrintText()
  const [isOpen, setIsOpen] = useState(false)
  if (form.print === false) return null
  return (
    <>
      <Button type={isQuiet ? 'text' : 'default'} icon={<PrinterOutlined />} aria-label={t('print')}
        data-tip={isShort ? t('print') : undefined} onPointerEnter={load} onFocus={load} onClick={() => setIsOpen(true)}
      >
        {!isShort && t('print')}
      </Button>
      <Suspense>{isOpen && <PrintDialog document={document} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
