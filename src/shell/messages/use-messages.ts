import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useBackgroundCall } from '../command/use-background-call.ts'
import { useCommand } from '../command/use-command.ts'
import { useDocumentLink } from '../documents/use-document-link.ts'
import { countsKey, messageCentre } from '../layout/badges.ts'
import type { MessageCounts } from '../start/answers.ts'
import { messagesKey, type Message } from './messages.ts'

/** The address that a message opens: its document, its own address, or the message centre. */
export function useMessageLink(): (message: Message) => string {
  const link = useDocumentLink()
  return ({ procInstId, businessType, params: { urlPage } }) => {
    if (procInstId !== null && businessType !== null) return link({ procInstId, businessType, routeName: '' })
    return urlPage !== null && /^\/?[a-z]/i.test(urlPage) ? `/${urlPage.replace(/^\//, '')}` : messageCentre
  }
}

/** Actions on messages; counts and lists are updated afterwards. */
export function useMessageActions() {
  const inBackground = useBackgroundCall()
  const { run } = useCommand()
  const client = useQueryClient()
  const navigate = useNavigate()
  const link = useMessageLink()
  return useMemo(() => {
    const follow = (counts?: MessageCounts) => {
      if (counts) client.setQueryData([...countsKey, 'messages'], counts)
      else void client.invalidateQueries({ queryKey: [...countsKey, 'messages'] })
      void client.invalidateQueries({ queryKey: messagesKey })
    }
    const read = (message: Message) => {
      if (message.read) return
      void inBackground(async (http) => {
        try {
          follow(await http.post<MessageCounts>(`/oaserver/message/${message.id}/read`, {}, { quiet: true }))
        } catch {
          follow()
        }
      })
    }
    return {
      read,
      /** Opens the document of a message; it is marked as read in the background. */
      open(message: Message) {
        read(message)
        // the document may be open in an older state
        if (message.procInstId !== null) void client.invalidateQueries({ queryKey: ['document', message.businessType, message.procInstId] })
        void navigate(link(message))
      },
      readAll: () => run((http) => http.get('/oaserver/message/readAll'), () => follow()),
      /** Returns whether it was removed. */
      remove: (message: Message) => run((http) => http.delete<MessageCounts>(`/oaserver/message/${message.id}`), follow),
    }
  }, [inBackground, run, client, navigate, link])
}
