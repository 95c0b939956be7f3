import { describe, expect, it } from 'vitest'
import { sources } from './sources.ts'

/** Files that use the writing client other than `useCommand`, with the reason. */
const writers: Readonly<Record<string, string>> = {
  'plugins/vouchers/pages/drop/use-work.ts': 'files that are dropped are sent and read in a queue of their own, each with its state',
  'src/fields/files/use-uploads.ts': 'files of a field are sent side by side, each with its progress and a way to give it up',
  'src/shell/background-tasks/ImportDialog.tsx': 'an import goes on in the header when its dialog is closed',
  'src/shell/command/use-command.ts': 'the one way, and calls whose failure shows nowhere',
  'src/shell/detail/actions/action-context.ts': 'calls of an action, which its dialog makes inside of a command',
  'src/shell/documents/batch/PassQueueProvider.tsx': 'tasks that are passed wait in a queue that can be undone and outlives the page',
  'src/shell/form/drafts/use-draft.ts': 'drafts are saved while somebody types, and kept on the computer where that fails',
  'src/shell/refine/RefineRoot.tsx': 'records are added and changed through the data provider of Refine',
}

/** Files that send requests without the client, which handles session, language and failures. */
const withoutClient: Readonly<Record<string, string>> = {
  'src/shell/layout/use-language.ts': 'the language is kept by the identity provider',
  'src/shell/offline/reaches.ts': 'asks whether the server is there at all',
}

const pages = sources(['src', 'plugins', 'resources'],
  /^(src\/(shell|fields)|plugins\/[^/]+\/pages|resources)\/(?!.*(\.test\.|\/testing)).*\.tsx?$/)
const using = (words: RegExp) => pages.filter(({ text }) => words.test(text)).map(({ path }) => path).toSorted()

// `useHttp` and `useBackend` return a client without writing methods, so the type check keeps pages from using them
describe('what changes something on the server', () => {
  it('goes through a command, but for what is named here', () => expect(using(/\buseWritingHttp\(\)/)).toEqual(Object.keys(writers)))

  it('goes by the client', () =>
    expect(using(/(?<![.\w])fetch\(['"`{]|(?<![.\w])fetch\(`|XMLHttpRequest|sendBeacon/)).toEqual(Object.keys(withoutClient)))

  it('is no mutation of its own, and gets no client by a cast', () =>
    expect(using(/\b(useMutation|useCustomMutation)\(|as (unknown as )?Writing(Http|Backend)\b/)).toEqual([
      'src/shell/command/use-command.ts',
    ]))
})
