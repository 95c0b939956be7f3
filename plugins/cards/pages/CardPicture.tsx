import { useQuery } from '@tanstack/react-query'
import { Image } from 'antd'
import { contentOf } from '#fields/files/preview.ts'
import { useHttp } from '#shell/backend.ts'

/** The picture of a card, seen whole at a touch. */
export function CardPicture({ id, name }: { id: string; name: string }) {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['card-picture', id], queryFn: () => contentOf(http, id), staleTime: Infinity })
  if (data === undefined) return null
  return <Image className="oa-card-picture" src={data} alt={name} width={96} height={60} />
}
