import { paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Card, Empty, LinkButton } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { BulletinFrame } from './bulletin-frame.tsx'
import styles from './bulletin.module.css'
import { hostOf } from './host-of.ts'
import { Publish } from './publish.tsx'
import { useBulletins } from './use-bulletins.ts'

/** Manuals and data sheets in the person's language. */
export default function DownloadPage() {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const { bulletins, more } = useBulletins('download')
  return (
    <BulletinFrame
      section="downloads"
      bulletins={bulletins}
      onMore={more}
      empty={
        <Empty
          icon="download"
          title={text('download.none')}
          hint={text('download.noneHint')}
          action={<LinkButton href={`#${paths.bulletin()}`}>{text('toNews')}</LinkButton>}
        />
      }
    >
      {(downloads) => (
        <Card padding="none">
          <ul className={styles['downloads']}>
            {downloads.map((item) => (
              <li key={item.id} className={styles['download']}>
                <div className={styles['what']}>
                  <h2 className={styles['name']}>{item.title}</h2>
                  {item.body !== '' && <p className={styles['body']}>{item.body}</p>}
                  <span className={styles['date']}>
                    {format.date(item.publishedAt)}
                    {item.url !== '' && ` · ${text('download.from', { host: hostOf(item.url) })}`}
                  </span>
                </div>
                <Publish kind="download" bulletin={item} />
                {item.url !== '' && (
                  <LinkButton icon="download" href={item.url} target="_blank">
                    {text('download.get')}
                  </LinkButton>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </BulletinFrame>
  )
}
