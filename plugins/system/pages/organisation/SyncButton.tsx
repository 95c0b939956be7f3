import { SyncOutlined } from '@ant-design/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Http } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { useHttp } from '#shell/backend.ts'
import { syncPath } from '#plugins/system/directory-wire.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import { SyncDialog } from './SyncDialog.tsx'
import { useOrganisationText } from './text.ts'

const configuredQuery = (http: Http) =>
  queryOptions({ queryKey: ['personnel', 'configured'], queryFn: () =>
    http.get<{ readonly configured: boolean }>(syncPath, {}, { quiet: true }), staleTime: Number.POSITIVE_INFINITY,
    enabled: may(canOrganisation.sync) })

/** Offered where a people directory is set up, to those who may. */
export function SyncButton() {
  const { t } = useOrganisationText()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = useQuery(configuredQuery(useHttp()))
  if (!data?.configured) return null
  return (
    <>
      <Button icon={<SyncOutlined aria-hidden />} onClick={() => setIsOpen(true)}>{t('sync')}</Button>
      {isOpen && <SyncDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
