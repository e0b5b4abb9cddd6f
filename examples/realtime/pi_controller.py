"""Holds one signal of a running model at a target, from another process: a PI controller over UDP.

    daedalus rt held_pendulum.yaml --h 1e-3 --udp 5005            in one terminal, and in another
    python3 pi_controller.py 5005 --output pin.angle --input torque --target -1.0472 --kp 3 --ki 15

The packets are described in docs/guide/realtime.md. Nothing but the standard library is needed.
"""

import argparse
import socket
import struct

HEADER = struct.Struct("<IHHQdII")  # magic, version, kind, sequence, time, count, table
SIGNAL = struct.Struct("<HHHHdd")   # direction, bytes of name, bytes of unit, 0, smallest, largest
MAGIC, VERSION = 0x31745244, 1
DESCRIBE, DESCRIPTION, INPUTS, OUTPUTS, END = 1, 2, 3, 4, 5


def packet(kind, sequence=0, time=0.0, table=0, values=()):
    return HEADER.pack(MAGIC, VERSION, kind, sequence, time, len(values), table) + struct.pack(f"<{len(values)}d", *values)


def signals(description, count):
    """Names of the inputs and of the outputs, in their order."""
    names, at = ([], []), HEADER.size
    for _ in range(count):
        direction, name, unit, _, _, _ = SIGNAL.unpack_from(description, at)
        at += SIGNAL.size
        names[direction].append(description[at:at + name].decode())
        at += name + unit
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port", type=int)
    parser.add_argument("--output", default="pin.angle")
    parser.add_argument("--input", default="torque")
    for name, value in (("target", -1.0472), ("kp", 3.0), ("ki", 15.0)):
        parser.add_argument("--" + name, type=float, default=value)
    wish = parser.parse_args()

    model = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    address = ("127.0.0.1", wish.port)  # not connected: an answer to a run that has just ended is no error
    model.settimeout(10)
    model.sendto(packet(DESCRIBE), address)
    inputs = outputs = table = before = None
    integral = value = 0.0
    values, command = [0.0], 0
    for sequence in range(1, 2**62):
        data = model.recv(65535)
        _, _, kind, _, time, count, number = HEADER.unpack_from(data)
        if kind == DESCRIPTION:
            (inputs, outputs), table = signals(data, count), number
            command, measured = inputs.index(wish.input), outputs.index(wish.output)
        elif kind == OUTPUTS and table is not None:
            value = struct.unpack_from("<d", data, HEADER.size + 8 * measured)[0]
            error = wish.target - value
            integral += error * (time - before if before is not None else 0.0)
            before = time
            values = [0.0] * len(inputs)
            values[command] = wish.kp * error + wish.ki * integral
            model.sendto(packet(INPUTS, sequence, time, table, values), address)
        elif kind == END:
            print(f"{wish.output} = {value:.6f} at t = {time:g} s, target {wish.target:g}, {wish.input} = {values[command]:.6f}")
            return


if __name__ == "__main__":
    main()
