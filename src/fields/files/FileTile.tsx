import { Suspense } from 'react'
import { useHttp } from '#shell/backend.ts'
import { storedName } from '../references/use-references.ts'
import { useFieldText } from '../text.ts'
import type { ReferenceCandidate } from '../types.ts'
import { FileName, FileSign, PictureView, useView } from './FileView.tsx'
import { saveFile, viewOf } from './preview.ts'
import './files.css'

/** A stored file as a tile: opens it if the browser can show it, else downloads it. */
export function FileTile({ id, record }: { id: string; record: ReferenceCandidate | undefined }) {
  const { t } = useFieldText()
  const http = useHttp()
  // the client has shown the failure
  const { open, picture, close } = useView(id, record, () => void saveFile(http, id).catch(() => undefined))
  const name = storedName(record, id)
  return (
    <>
      <button type="button" className="plain oa-file-tile" title={name} aria-label={t(viewOf(record) ? 'preview' : 'download', { name })}
        onClick={open}
      >
        <span className="oa-file-tile-sheet" aria-hidden>
          <FileSign name={name} />
        </span>
        <FileName name={name} />
      </button>
      <Suspense>{picture && <PictureView name={name} picture={picture} onClose={close} />}</Suspense>
    </>
  )
}
