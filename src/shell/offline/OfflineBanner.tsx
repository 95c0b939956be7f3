import { DisconnectOutlined } from '@ant-design/icons'
import { useText } from '../text.tsx'
import { useOnline } from './use-online.ts'
import './offline.css'

/** Above the sheet while there is no network: what is shown stays, and says how old it is. */
export function OfflineBanner() {
  const { t } = useText()
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="oa-offline">
          <DisconnectOutlined aria-hidden /> {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
