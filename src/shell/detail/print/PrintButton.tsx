import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useStore } from '#shell/form/store/use-store.ts'
import type { FiledDocument } from '../document.ts'
import { PrintDialog } from './PrintDialog.tsx'
import { usePrintText } from './text.ts'

interface PrintButtonProps {
  readonly document: FiledDocument
  /** Said by its sign alone, where there is little room. */
  readonly isShort?: boolean
}

/** Puts the document on paper, where its type has a print. */
export function PrintButton({ document, isShort = false }: PrintButtonProps) {
  const { form } = useStore()
  const { t } = usePrintText()
  const [isOpen, setIsOpen] = useState(false)
  if (form.print === false) return null
  return (
    <>
      <Button type={isShort ? 'text' : 'default'} icon={<PrinterOutlined />} aria-label={t('print')} data-tip={isShort ? t('print') : undefined} onClick={() => setIsOpen(true)}>
        {!isShort && t('print')}
      </Button>
      {isOpen && <PrintDialog document={document} onClose={() => setIsOpen(false)} />}
    </>
  )
}
