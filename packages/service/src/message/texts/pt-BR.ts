import type { MailTexts } from './en-US.ts'

export const texts: MailTexts = {
  registrationCode: {
    subject: 'Seu código de verificação: {{code}}',
    text: 'Olá,\n\n{{code}} é o código do seu cadastro no Helioport. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail.',
  },
  registrationKnown: {
    subject: 'Você já tem uma conta',
    text: 'Olá {{userName}},\n\nalguém, provavelmente você, quis cadastrar este endereço no Helioport. Ele já pertence à sua conta {{userName}}: entre, ou peça uma nova senha.\n\n{{signInUrl}}\n\nSe não foi você, nada mudou.',
  },
  activation: {
    subject: 'Ative sua conta',
    text: 'Olá {{userName}},\n\nabra este link para ativar sua conta. Ele vale por 24 horas e funciona uma única vez.\n\n{{activationUrl}}\n\nSe você não se cadastrou, ignore este e-mail.',
  },
  activationOtherName: {
    subject: 'Ative sua conta',
    text: 'Olá,\n\no nome de usuário que você pediu não estava livre, ou é parecido demais com outro. O seu é {{userName}}; você também pode entrar com o seu e-mail.\n\nAbra este link para ativar sua conta. Ele vale por 24 horas e funciona uma única vez.\n\n{{activationUrl}}\n\nSe você não se cadastrou, ignore este e-mail.',
  },
  passwordCode: {
    subject: 'Código para uma nova senha: {{code}}',
    text: 'Olá {{userName}},\n\n{{code}} é o código para uma nova senha. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail: sua senha continua a mesma.',
  },
  emailCode: {
    subject: 'Código para o seu e-mail: {{code}}',
    text: 'Olá {{userName}},\n\n{{code}} é o código que vincula este endereço à sua conta. Ele vale por 30 minutos.\n\nSe você não o pediu, ignore este e-mail.',
  },
  apiKeyMade: {
    subject: 'Uma chave de API foi criada na sua conta',
    text: 'Olá {{userName}},\n\na chave de API “{{name}}” foi criada na sua conta; ela vale até {{until}}. Se não foi você, revogue-a nas configurações e peça uma nova senha agora mesmo:\n\n{{forgotUrl}}',
  },
  webhookStopped: {
    subject: 'As mensagens para o seu endereço foram interrompidas',
    text: 'Olá {{userName}},\n\nhá dias {{host}} não aceita as mensagens do seu webhook “{{name}}”, por isso não são mais enviadas. Veja o registro nas configurações e ligue o webhook de novo quando o endereço responder:\n\n{{portalUrl}}',
  },
  shareOffer: {
    subject: 'Uma usina solar é compartilhada com você',
    text: 'Olá,\n\n{{name}} quer compartilhar uma usina solar no Helioport com você. Entre com uma conta à qual este endereço, {{email}}, esteja vinculado, ou cadastre-se com ele; o convite estará na página da sua conta. Pode ser aceito por {{days}} dias.\n\n{{registerUrl}}\n\nSe não conhece quem enviou, ignore este e-mail: nada acontece.',
  },
  phoneCode: { subject: '', text: '{{code}} é o seu código do Helioport. Ele vale por 30 minutos.' },
}
