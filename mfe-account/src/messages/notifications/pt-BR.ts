import type { NotificationTexts } from './en-US.ts'

export const notificationTexts: Partial<NotificationTexts> = {
  'sample.title': 'Como são',
  'sample.hint': 'Com os números das suas usinas, como chegaria agora.',
  'sample.kind': 'Tipo de e-mail',
  'sample.send': 'Enviar um agora para mim',
  'mails.title': 'Enviado a você',
  'mails.hint': 'E-mails e SMS dos últimos 30 dias, e se chegaram.',
  'push.title': 'Alarmes nos seus dispositivos',
  'push.turnOn': 'Mostrar alarmes neste dispositivo',
  'push.own': 'Este dispositivo',
  'push.remove': 'Remover',
  'alarmMails.byMail': 'Por e-mail',
  'mailState.waiting': 'Aguardando',
  'mailState.delivered': 'Entregue',
  'mailState.taken': 'Aceito pelo gateway',
  'mailState.undelivered': 'Não entregue',
  'mailState.undeliveredWhy': 'o telefone não recebeu',
  'mailState.kept': 'Não enviado',
  'mailState.failed': 'Desistiu-se',
}
