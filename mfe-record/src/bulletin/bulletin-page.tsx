import { useState } from 'react'
import { type Bulletin, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, Empty, LinkButton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { BulletinFrame } from './bulletin-frame.tsx'
import styles from './bulletin.module.css'
import { hostOf } from './host-of.ts'
import { Publish } from './publish.tsx'
import { useBulletins } from './use-bulletins.ts'

/** News longer than this, in characters, are folded. */
const foldedLength = 480

/** News in the person's language. */
export default function BulletinPage() {
  const text = useText<typeof enUS>('record')
  const { bulletins, more } = useBulletins('news')
  return (
    <BulletinFrame
      section="news"
      bulletins={bulletins}
      onMore={more}
      empty={
        <Empty
          icon="news"
          title={text('bulletin.none')}
          hint={text('bulletin.noneHint')}
          action={<LinkButton href={`#${paths.download()}`}>{text('toDownloads')}</LinkButton>}
        />
      }
    >
      {(news) => news.map((item) => <Article key={item.id} item={item} />)}
    </BulletinFrame>
  )
}

function Article({ item }: { item: Bulletin }) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const [open, setOpen] = useState(false)
  const isLong = item.body.length > foldedLength
  const body = isLong && !open ? `${item.body.slice(0, foldedLength).trimEnd()}…` : item.body

  return (
    <Card>
      <article>
        <time className={styles['date']} dateTime={item.publishedAt}>
          {format.date(item.publishedAt)}
        </time>
        <h2 className={styles['title']}>{item.title}</h2>
        <p className={styles['body']}>{body}</p>
        <div className={styles['actions']}>
          {isLong && (
            <Button size="s" onClick={() => setOpen(!open)}>
              {open ? text('bulletin.less') : text('bulletin.more')}
            </Button>
          )}
          <Publish kind="news" bulletin={item} />
          {item.url !== '' && (
            <LinkButton size="s" kind="text" icon="link" href={item.url} target="_blank">
              {hostOf(item.url)}
            </LinkButton>
          )}
        </div>
      </article>
    </Card>
  )
}
