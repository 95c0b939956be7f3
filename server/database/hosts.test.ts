import { describe, expect, it } from 'vitest'
import { Client } from 'pg'
import { clientClassOf, urlsOfHosts } from './hosts.ts'

describe('a database address', () => {
  it.each([
    ['postgres://a:b@one/office', ['postgres://a:b@one/office']],
    ['postgres://a:b@one:5432,two:5433/office?sslmode=require', ['postgres://a:b@one:5432/office?sslmode=require',
      'postgres://a:b@two:5433/office?sslmode=require']],
    ['postgresql://one,two,[::1]:5/office', ['postgresql://one/office', 'postgresql://two/office', 'postgresql://[::1]:5/office']],
    ['postgres://a@/office?host=/tmp/a,b', ['postgres://a@/office?host=/tmp/a,b']],
  ])('of %s has a URL for each host', (url, urls) => expect(urlsOfHosts(url)).toEqual(urls))

  it('of one host is connected to as it is', () => expect(clientClassOf('postgres://a@one/office')).toBe(Client))

  it('of several hosts without a primary is refused like a server that starts', async () => {
    const url = 'postgres://a@127.0.0.1:1,127.0.0.1:2/office'
    const following = new (clientClassOf(url))({ connectionString: urlsOfHosts(url)[0] })
    await expect(following.connect()).rejects.toMatchObject({ code: '57P03' })
  })
})
