import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { copyAddress } from '../../form/copies/copy-address.ts'
import { reads, useRead } from '../../start/reads.ts'
import { useStarts } from '../../start/use-starts.ts'
import { useDetailText } from '../text.ts'
import type { BarLook } from './use-fits.ts'

/** Opens a new form with the values of the document, for whoever may file its type; undefined for others. */
export function useCopying({ businessType, procInstId }: FiledDocument): (() => void) | undefined {
  const navigate = useNavigate()
  const starts = useStarts(businessType)
  const path = useRead(reads.processes)?.find((process) => process.businessType === businessType)?.path
  if (!path || !starts) return undefined
  return () => void navigate(copyAddress({ path }, procInstId))
}

/** Files the document again as a new one; absent for people who may not start its type. */
export function CopyButton({ document, isShort = false, isQuiet = isShort }: { document: FiledDocument } & BarLook) {
  const { t } = useDetailText()
  const copy = useCopying(document)
  if (!copy) return null
  return (
    <Button type={isQuiet ? 'text' : 'default'} icon={<CopyOutlined />} aria-label={t('copyDocument')}
      data-tip={isShort ? t('copyDocument') : undefined} onClick={copy}
    >
      {!isShort && t('copyDocument')}
    </Button>
  )
}
